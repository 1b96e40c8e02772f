/**
 * Tests whether points, boxes and segments are in solid leafs. Detail brushes do not make leafs
 * solid.
 */

import { CONTENTS_SOLID } from "../../../formats/bsp/layouts/contents-flags.ts";
import type { Bsp } from "../../../formats/bsp/types.ts";
import type { LeafTree } from "../../../map/tree.ts";
import { makeBoxLeafs, writeBoxLeafs } from "../../../visibility/leaf-walk.ts";

import { UntoldError } from "../findings.ts";

/** Most samples taken along a segment. One solid leaf blocks the segment. */
const MOST_STEPS = 64;
const STEP = 8;
/**
 * Most nodes that all tree walks together may visit, so that a deliberately deep tree cannot stall
 * the check.
 */
const MOST_NODES = 2 ** 28;

export class Space {
  readonly tree: LeafTree;
  readonly #contents: Int32Array;
  readonly #boxLeafs: Uint32Array;
  readonly #box = new Float32Array(6);
  #left = MOST_NODES;

  constructor(bsp: Bsp, tree: LeafTree) {
    this.tree = tree;
    this.#contents = bsp.leafs.contents;
    this.#boxLeafs = makeBoxLeafs(tree);
  }

  isSolidLeaf(leaf: number): boolean {
    return (this.#contents[leaf] & CONTENTS_SOLID) !== 0;
  }

  /** Returns the cluster; -1 in solid or outside the map. */
  clusterOf(x: number, y: number, z: number): number {
    return this.tree.leafCluster[this.#leafOf(x, y, z)] ?? -1;
  }

  isSolid(x: number, y: number, z: number): boolean {
    return this.isSolidLeaf(this.#leafOf(x, y, z));
  }

  /**
   * Whether a point and its surroundings lie in solid. A point that only touches a wall does not
   * count.
   */
  isDeep(x: number, y: number, z: number, margin: number): boolean {
    if (!this.isSolid(x, y, z)) return false;
    for (let axis = 0; axis < 3; axis++) {
      for (const step of [-margin, margin]) {
        const at = [x, y, z];
        at[axis] += step;
        if (!this.isSolid(at[0], at[1], at[2])) return false;
      }
    }
    return true;
  }

  /** Whether a box (mins, maxs) touches only solid leafs. */
  isBoxSolid(mins: ArrayLike<number>, maxs: ArrayLike<number>): boolean {
    for (let axis = 0; axis < 3; axis++) {
      this.#box[axis] = mins[axis];
      this.#box[axis + 3] = maxs[axis];
    }
    const leafs = this.leafsOf(this.#box);
    return leafs.length > 0 && leafs.every((leaf) => this.isSolidLeaf(leaf));
  }

  /**
   * Returns the leafs that a box (mins, maxs) touches, valid until the next call. Throws
   * UntoldError.
   */
  leafsOf(box: Float32Array): Uint32Array {
    this.#draw(this.tree.nodeCount);
    return this.#boxLeafs.subarray(0, writeBoxLeafs(this.tree, box, 0, this.#boxLeafs));
  }

  /** Finds a leaf like `findLeaf`, and counts the nodes visited. */
  #leafOf(x: number, y: number, z: number): number {
    const { nodePlane, nodeChildren, nodeCount } = this.tree;
    let node = nodeCount === 0 ? -1 : 0;
    let met = 0;
    while (node >= 0) {
      const at = node * 4;
      const side =
        nodePlane[at] * x + nodePlane[at + 1] * y + nodePlane[at + 2] * z - nodePlane[at + 3];
      node = nodeChildren[node * 2 + (side >= 0 ? 0 : 1)];
      met++;
    }
    this.#draw(met);
    return -1 - node;
  }

  #draw(nodes: number): void {
    this.#left -= nodes;
    if (this.#left < 0) throw new UntoldError("the map's tree is too deep for this many lookups");
  }

  /** Whether a segment meets no solid leaf. Samples it every few inches. */
  isClear(from: ArrayLike<number>, to: ArrayLike<number>): boolean {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
    const steps = Math.min(MOST_STEPS, Math.max(1, Math.ceil(length / STEP)));
    for (let i = 0; i <= steps; i++) {
      const t = i / steps;
      const x = from[0] + (to[0] - from[0]) * t;
      const y = from[1] + (to[1] - from[1]) * t;
      const z = from[2] + (to[2] - from[2]) * t;
      if (this.isSolid(x, y, z)) return false;
    }
    return true;
  }
}
