/** Finds the clusters that things lie in while they move, without a search in each frame. */

import type { LeafTree, Pvs } from "../../map/tree.ts";
import { makeBoxLeafs, writeBoxLeafs } from "../../visibility/leaf-walk.ts";
import { growRun, type Run } from "./changed-rows.ts";

/**
 * Inches that a thing may move, besides a part of its radius, before its clusters are looked up
 * again. The clusters are those of a box that is larger by as much.
 */
const LEAST_MARGIN = 32;
const MARGIN_PER_RADIUS = 0.25;

export interface ClusterRoom {
  /** List whose end has room for each thing's clusters. */
  readonly clusters: Uint32Array;
  /** First entry and greatest number of each thing's clusters. */
  readonly first: Uint32Array;
  readonly size: Uint32Array;
}

export class PlacedClusters {
  /** Number of clusters of each thing: 0 if it is visible from everywhere. */
  readonly count: Uint32Array;
  /** Entries of the list that changed since the caller emptied the run. */
  readonly changed: Run = { first: 0, end: 0 };
  readonly #tree: LeafTree;
  readonly #pvs: Pvs | null;
  readonly #room: ClusterRoom;
  readonly #boxes: Float32Array;
  /** Middle and radius of each thing, in its own space. */
  readonly #middle: Float32Array;
  readonly #radius: Float32Array;
  /** Matrix for which the clusters of each thing were looked up; NaN if never. */
  readonly #lookedUp: Float32Array;
  readonly #leafs: Uint32Array;
  /** For each cluster, one plus the last lookup that listed it. */
  readonly #listedFor: Uint32Array;
  #lookups = 0;
  readonly #box = new Float32Array(6);

  /** @param boxes 6 numbers a thing, in its own space: mins, maxs */
  constructor(tree: LeafTree, pvs: Pvs | null, room: ClusterRoom, boxes: Float32Array) {
    const rows = room.first.length;
    this.#tree = tree;
    this.#pvs = pvs;
    this.#room = room;
    this.#boxes = boxes;
    this.count = new Uint32Array(rows);
    this.#middle = new Float32Array(rows * 3);
    this.#radius = new Float32Array(rows);
    this.#lookedUp = new Float32Array(rows * 12).fill(Number.NaN);
    this.#leafs = makeBoxLeafs(tree);
    let clusterEnd = 0;
    for (const cluster of tree.leafCluster) clusterEnd = Math.max(clusterEnd, cluster + 1);
    this.#listedFor = new Uint32Array(clusterEnd);
    for (let row = 0; row < rows; row++) this.#measure(row);
  }

  /**
   * Follows a thing that moved.
   * @param at first number of its matrix in `matrices`
   * @returns whether its clusters were looked up again
   */
  follow(row: number, matrices: Float32Array, at: number): boolean {
    if (!this.#hasLeft(row, matrices, at)) return false;
    this.#lookUp(row, matrices, at);
    return true;
  }

  /** Returns a coordinate of a thing's middle in the world. */
  placedMiddle(row: number, matrices: Float32Array, at: number, axis: number): number {
    const a = at + axis * 4;
    const middle = row * 3;
    return (
      matrices[a] * this.#middle[middle] +
      matrices[a + 1] * this.#middle[middle + 1] +
      matrices[a + 2] * this.#middle[middle + 2] +
      matrices[a + 3]
    );
  }

  #measure(row: number): void {
    let square = 0;
    for (let axis = 0; axis < 3; axis++) {
      const mins = this.#boxes[row * 6 + axis];
      const maxs = this.#boxes[row * 6 + 3 + axis];
      this.#middle[row * 3 + axis] = (mins + maxs) / 2;
      square += ((maxs - mins) / 2) ** 2;
    }
    this.#radius[row] = Math.sqrt(square);
  }

  /** Returns whether any point of the thing may have moved farther than the margin. */
  #hasLeft(row: number, now: Float32Array, at: number): boolean {
    const then = this.#lookedUp;
    let turned = 0;
    let moved = 0;
    for (let axis = 0; axis < 3; axis++) {
      const a = at + axis * 4;
      const b = row * 12 + axis * 4;
      const middle = row * 3;
      const x = now[a] - then[b];
      const y = now[a + 1] - then[b + 1];
      const z = now[a + 2] - then[b + 2];
      turned += x * x + y * y + z * z;
      const own =
        x * this.#middle[middle] + y * this.#middle[middle + 1] + z * this.#middle[middle + 2];
      moved += (own + now[a + 3] - then[b + 3]) ** 2;
    }
    const reach = Math.sqrt(moved) + Math.sqrt(turned) * this.#radius[row];
    // Written so that NaN has left.
    return !(reach <= this.#marginOf(row));
  }

  #marginOf(row: number): number {
    return LEAST_MARGIN + this.#radius[row] * MARGIN_PER_RADIUS;
  }

  #lookUp(row: number, matrices: Float32Array, at: number): void {
    for (let i = 0; i < 12; i++) this.#lookedUp[row * 12 + i] = matrices[at + i];
    this.count[row] = 0;
    const { clusters, first: firsts, size } = this.#room;
    const first = firsts[row];
    const tree = this.#tree;
    if (this.#pvs === null) return;
    const margin = this.#marginOf(row);
    for (let axis = 0; axis < 3; axis++) {
      const middle = this.placedMiddle(row, matrices, at, axis);
      let half = margin;
      for (let k = 0; k < 3; k++) {
        const own = this.#boxes[row * 6 + 3 + k] - this.#boxes[row * 6 + k];
        half += (Math.abs(matrices[at + axis * 4 + k]) * own) / 2;
      }
      this.#box[axis] = middle - half;
      this.#box[3 + axis] = middle + half;
    }
    const reached = writeBoxLeafs(tree, this.#box, 0, this.#leafs);
    const lookup = ++this.#lookups;
    let count = 0;
    for (let i = 0; i < reached; i++) {
      const cluster = tree.leafCluster[this.#leafs[i]];
      if (cluster < 0 || this.#listedFor[cluster] === lookup) continue;
      this.#listedFor[cluster] = lookup;
      // Without clusters, a row is visible from everywhere.
      if (count === size[row]) return;
      clusters[first + count++] = cluster;
    }
    growRun(this.changed, first, first + count);
    this.count[row] = count;
  }
}
