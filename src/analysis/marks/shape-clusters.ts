/** From which clusters shapes may be seen. */

import type { LeafTree } from "../../map/tree.ts";
import { makeBoxLeafs, writeBoxLeafs } from "../../visibility/leaf-walk.ts";

/** What touches a wall from behind is seen on it. */
const REACH = 1;
/** What reaches into more is drawn wherever the camera is. */
const MAX_CLUSTERS = 512;

export class ShapeClusters {
  readonly #tree: LeafTree;
  readonly #leafs: Uint32Array;
  readonly #box = new Float32Array(6);

  constructor(tree: LeafTree) {
    this.#tree = tree;
    this.#leafs = makeBoxLeafs(tree);
  }

  /** Of what lies within `points`, 3 numbers each; ascending, each once. None: it may be seen from all. */
  of(...points: readonly ArrayLike<number>[]): number[] {
    const box = this.#box.fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);
    for (const each of points) {
      for (let i = 0; i < each.length; i++) {
        const axis = i % 3;
        box[axis] = Math.min(box[axis], each[i] - REACH);
        box[axis + 3] = Math.max(box[axis + 3], each[i] + REACH);
      }
    }
    const count = writeBoxLeafs(this.#tree, box, 0, this.#leafs);
    const own = new Set<number>();
    for (let i = 0; i < count && own.size <= MAX_CLUSTERS; i++) {
      own.add(this.#tree.leafCluster[this.#leafs[i]]);
    }
    own.delete(-1);
    return own.size > MAX_CLUSTERS ? [] : [...own].sort((a, b) => a - b);
  }
}
