/** Collects convex pieces and builds a tree of boxes over them. */

import type { Ledger } from "../../core/ledger.ts";
import type { HullModels, MapHulls } from "../../map/hulls.ts";
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
  | "pieceModel"
  | "planeIsBevel"
  | "models"
>;

/** An entity whose pieces may move: see `HullModels`. */
export interface MovingEntity {
  readonly entity: number;
  readonly worldFromModel: Float32Array;
  readonly isSolid: boolean;
  readonly solidity: number;
}

export interface Piece {
  /** 4 numbers a plane. */
  readonly planes: ArrayLike<number>;
  readonly contents: number;
  /** mins, maxs */
  readonly box: ArrayLike<number>;
  /** Number of `addModel`; left out for pieces that never move. */
  readonly model?: number;
  /** Rows of the planes that are bevels. */
  readonly bevels?: ReadonlySet<number>;
}

export class PieceList {
  /** Number of pieces left out for lack of budget. */
  leftOut = 0;
  readonly #ledger: Ledger;
  readonly #planes: number[] = [];
  readonly #first: number[] = [];
  readonly #contents: number[] = [];
  readonly #boxes: number[] = [];
  readonly #model: number[] = [];
  readonly #isBevel: number[] = [];
  readonly #models: MovingEntity[] = [];

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  get count(): number {
    return this.#first.length;
  }

  /** Adds an entity, and returns its number for `Piece.model`. */
  addModel(model: MovingEntity): number {
    return this.#models.push(model) - 1;
  }

  add({ planes, contents, box, model = -1, bevels }: Piece): boolean {
    if (planes.length === 0) return false;
    if (!this.#ledger.tryTake("brushSides", planes.length / 4)) {
      this.leftOut++;
      return false;
    }
    this.#first.push(this.#planes.length / 4);
    for (let i = 0; i < planes.length; i++) this.#planes.push(planes[i]);
    for (let i = 0; i < planes.length / 4; i++) this.#isBevel.push(bevels?.has(i) ? 1 : 0);
    this.#contents.push(contents);
    this.#model.push(model);
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
      pieceModel: Int32Array.from(order, (piece) => this.#model[piece]),
      planeIsBevel: Uint8Array.from(this.#isBevel),
      models: this.#buildModels(order),
    };
  }

  /** @param order pieces in the order of the tree */
  #buildModels(order: Uint32Array): HullModels {
    const models = this.#models;
    const rows: number[][] = models.map(() => []);
    for (let row = 0; row < order.length; row++) rows[this.#model[order[row]]]?.push(row);
    const firstPiece = new Uint32Array(models.length + 1);
    for (const [i, own] of rows.entries()) firstPiece[i + 1] = firstPiece[i] + own.length;
    const pieces = Uint32Array.from(rows.flat());
    const boxes = new Float32Array(pieces.length * 6);
    for (const [i, row] of pieces.entries()) {
      for (let k = 0; k < 6; k++) boxes[i * 6 + k] = this.#boxes[order[row] * 6 + k];
    }
    const worldFromModel = new Float32Array(models.length * 12);
    for (const [i, one] of models.entries()) worldFromModel.set(one.worldFromModel, i * 12);
    return {
      count: models.length,
      entity: Int32Array.from(models, ({ entity }) => entity),
      worldFromModel,
      isSolid: Uint8Array.from(models, ({ isSolid }) => (isSolid ? 1 : 0)),
      solidity: Uint8Array.from(models, ({ solidity }) => solidity),
      ...{ firstPiece, pieces, boxes },
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
