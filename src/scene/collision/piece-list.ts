/** Collects convex pieces and builds a tree of boxes over them. */

import type { Ledger } from "../../core/ledger.ts";
import type { MapHulls } from "../../map/hulls.ts";
import { buildTriangleTree } from "./collision-tree.ts";

export type Pieces = Pick<
  MapHulls,
  | "pieceCount"
  | "pieceFirstPlane"
  | "piecePlaneCount"
  | "pieceContents"
  | "planes"
  | "boxes"
  | "boxLinks"
>;

export class PieceList {
  /** Number of pieces left out for lack of budget. */
  leftOut = 0;
  readonly #ledger: Ledger;
  readonly #planes: number[] = [];
  readonly #first: number[] = [];
  readonly #contents: number[] = [];
  readonly #boxes: number[] = [];

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  get count(): number {
    return this.#first.length;
  }

  /**
   * @param planes 4 numbers a plane
   * @param box mins, maxs
   */
  add(planes: ArrayLike<number>, contents: number, box: ArrayLike<number>): boolean {
    if (planes.length === 0) return false;
    if (!this.#ledger.tryTake("brushSides", planes.length / 4)) {
      this.leftOut++;
      return false;
    }
    this.#first.push(this.#planes.length / 4);
    for (let i = 0; i < planes.length; i++) this.#planes.push(planes[i]);
    this.#contents.push(contents);
    for (let i = 0; i < 6; i++) this.#boxes.push(box[i]);
    return true;
  }

  build(): Pieces {
    const count = this.#first.length;
    const first = [...this.#first, this.#planes.length / 4];
    // Stores a box as a triangle whose corners span the box, so that the triangle tree can be used.
    const corners = new Float32Array(count * 9);
    for (let piece = 0; piece < count; piece++) {
      for (let i = 0; i < 9; i++) corners[piece * 9 + i] = this.#boxes[piece * 6 + (i % 6)];
    }
    const { order, boxes, boxLinks } = buildTriangleTree(corners);
    return {
      pieceCount: count,
      pieceFirstPlane: Uint32Array.from(order, (piece) => first[piece]),
      piecePlaneCount: Uint32Array.from(order, (piece) => first[piece + 1] - first[piece]),
      pieceContents: Int32Array.from(order, (piece) => this.#contents[piece]),
      planes: Float32Array.from(this.#planes),
      boxes,
      boxLinks,
    };
  }
}

/** Planes of the six sides of a box. */
export function boxPlanes(box: ArrayLike<number>): number[] {
  const planes: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    const normal = [0, 0, 0];
    normal[axis] = 1;
    planes.push(...normal, box[axis + 3]);
    normal[axis] = -1;
    planes.push(...normal, -box[axis]);
  }
  return planes;
}

/** Transforms planes by a 3x4 row-major matrix with uniform scale. */
export function placePlanes(planes: ArrayLike<number>, matrix: ArrayLike<number>, scale = 1) {
  const placed = new Float64Array(planes.length);
  for (let p = 0; p < planes.length; p += 4) {
    let distance = planes[p + 3] * scale;
    for (let row = 0; row < 3; row++) {
      const m = row * 4;
      const turned =
        (matrix[m] * planes[p] + matrix[m + 1] * planes[p + 1] + matrix[m + 2] * planes[p + 2]) /
        scale;
      placed[p + row] = turned;
      distance += turned * matrix[m + 3];
    }
    placed[p + 3] = distance;
  }
  return placed;
}
