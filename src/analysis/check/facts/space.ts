/**
 * Tests whether points, boxes and segments are in solid leafs, and what players see. Detail brushes
 * do not make leafs solid.
 */

import { CONTENTS_SOLID } from "../../../formats/bsp/layouts/contents-flags.ts";
import type { Brushes } from "../../../formats/bsp/read/read-brushes.ts";
import type { Bsp } from "../../../formats/bsp/types.ts";
import { EYE_HEIGHT } from "../../../map/hulls.ts";
import type { LeafTree, Pvs } from "../../../map/tree.ts";
import { buildCollision } from "../../../scene/collision/collision.ts";
import { makeBoxLeafs, writeBoxLeafs } from "../../../visibility/leaf-walk.ts";
import { createTrace, type Trace } from "../../../visibility/trace.ts";
import { buildStandingMap, findStandingPlaces } from "../../cost/standing-places.ts";
import { findWalkedPlaces, JUMP } from "../../cost/walked-places.ts";
import { UntoldError, type Vec3 } from "../findings.ts";
import type { EntityFacts } from "./entity-facts.ts";

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

// Sight of players: rays from their eyes at the spawns and on every place they can walk to.

const SPAWN = /^info_player_|^info_deathmatch$/;
/**
 * Most spawns used as eyes. Spawns stand side by side, so this many in different clusters are
 * enough.
 */
const MOST_EYES = 24;
/** Walking eyes per cluster, spread evenly over its places. */
const EYES_A_CLUSTER = 4;
/** Most ray tests of all sight lines together, and of the search for floors and walks. */
const MOST_TESTS = 2 ** 25;
const MOST_STANDING_TESTS = 2 ** 26;
/**
 * Falls no deeper than a player can jump back up: deeper places are often outside the playable
 * area.
 */
const WALK = { mostTests: MOST_STANDING_TESTS, deepestFall: JUMP };
/**
 * Deepest tree that is accepted, in nodes. Real maps have some dozens. Each place visited descends
 * the tree.
 */
const DEEPEST = 1024;

export interface Eyes {
  /** Eye positions by cluster. */
  readonly byCluster: ReadonlyMap<number, readonly Vec3[]>;
  /** True if all places that can be walked to are included; false if there are only the spawns. */
  readonly areWalked: boolean;
}

export interface Sight {
  /** Whether no drawn surface lies between. Throws UntoldError after too many tests. */
  isClear(eye: Vec3, at: Vec3): boolean;
}

export function createSight(bsp: Bsp, brushes: Brushes, space: Space): Sight {
  let trace: Trace | null = null;
  return {
    isClear(eye, at) {
      trace ??= createTrace(space.tree, buildCollision(bsp, brushes));
      if (trace.tests > MOST_TESTS)
        throw new UntoldError("lines of sight need too many tests in this map");
      const way = at.map((value, axis) => value - eye[axis]);
      const distance = Math.hypot(...way);
      if (distance < 1) return true;
      const [x, y, z] = way.map((value) => value / distance);
      return !trace.cast(...eye, x, y, z, distance);
    },
  };
}

/** Lists eye positions; empty if the map has no spawns. */
export async function listEyes(
  bsp: Bsp,
  brushes: Brushes,
  space: Space,
  pvs: Pvs | null,
  entities: readonly EntityFacts[],
): Promise<Eyes> {
  const byCluster = new Map<number, Vec3[]>();
  for (const { classname, origin } of entities) {
    if (byCluster.size >= MOST_EYES || origin === null || !SPAWN.test(classname)) continue;
    const eye: Vec3 = [origin[0], origin[1], origin[2] + EYE_HEIGHT];
    const cluster = space.clusterOf(...eye);
    if (cluster >= 0 && !byCluster.has(cluster)) byCluster.set(cluster, [eye]);
  }
  if (byCluster.size === 0 || depthOf(space.tree) > DEEPEST) return { byCluster, areWalked: false };
  const map = buildStandingMap(bsp, brushes, space.tree, pvs);
  const standing = await findStandingPlaces(map, undefined, undefined, MOST_STANDING_TESTS);
  const isWalked = standing.isWhole ? findWalkedPlaces(map, standing, WALK) : null;
  if (isWalked === null) return { byCluster, areWalked: false };
  const places = new Map<number, number[]>();
  for (let place = 0; place < standing.count; place++) {
    const cluster = standing.cluster[place];
    if (isWalked[place] === 0 || cluster < 0) continue;
    const list = places.get(cluster);
    if (list === undefined) places.set(cluster, [place]);
    else list.push(place);
  }
  for (const [cluster, list] of places) {
    const eyes = byCluster.get(cluster) ?? [];
    const count = Math.min(EYES_A_CLUSTER, list.length);
    for (let i = 0; i < count; i++) {
      const at = list[Math.floor(((i + 0.5) * list.length) / count)] * 3;
      eyes.push([standing.eye[at], standing.eye[at + 1], standing.eye[at + 2]]);
    }
    byCluster.set(cluster, eyes);
  }
  return { byCluster, areWalked: true };
}

function depthOf({ nodeCount, nodeChildren }: LeafTree): number {
  const depth = new Uint32Array(nodeCount);
  const open = nodeCount > 0 ? [0] : [];
  let deepest = 0;
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    deepest = Math.max(deepest, depth[node]);
    for (let side = 0; side < 2; side++) {
      const child = nodeChildren[node * 2 + side];
      if (child < 0 || depth[child] > 0) continue;
      depth[child] = depth[node] + 1;
      open.push(child);
    }
  }
  return deepest;
}
