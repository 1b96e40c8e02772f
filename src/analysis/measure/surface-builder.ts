/** Gathers pieces, wholes and edges into the columns of `MeasuredSurfaces`. */

import type { MeasuredSurfaces } from "../../map/solid/measured-surfaces.ts";
import { growRange, polygonArea, writePolygonAxes } from "../../math/polygon.ts";
import { buildTriangleTree } from "../../scene/collision/collision-tree.ts";

interface Whole {
  /** Square units; null: that of its pieces together. */
  readonly area: number | null;
  /** Its own axes, see `writePolygonAxes`, and what it covers of them, see `growRange`. */
  readonly axes: Float64Array;
  readonly range: Float64Array;
}

interface Piece {
  readonly kind: number;
  /** 3 numbers a corner. */
  readonly corners: Float32Array;
  readonly normal: readonly [number, number, number];
  readonly entity: number;
  readonly whole: number;
}

export class SurfaceBuilder {
  /** 6 numbers each. */
  readonly edges: number[] = [];
  readonly #pieces: Piece[] = [];
  readonly #wholes: Whole[] = [];

  /**
   * @param rim corners of all of it, as far as they are told: 3 numbers each
   * @param area square units; null: that of its pieces together
   */
  addWhole(rim: Float32Array, normal: ArrayLike<number>, area: number | null): number {
    const axes = new Float64Array(6);
    writePolygonAxes(rim, 0, rim.length / 3, normal, axes);
    const range = new Float64Array([Infinity, -Infinity, Infinity, -Infinity]);
    this.#wholes.push({ area, axes, range });
    const row = this.#wholes.length - 1;
    this.growWhole(row, rim);
    return row;
  }

  /** Widens it by a piece, in the space of its rim. */
  growWhole(row: number, corners: Float32Array): void {
    const { axes, range } = this.#wholes[row];
    growRange(range, corners, 0, corners.length / 3, axes);
  }

  addPiece(piece: Piece): void {
    this.#pieces.push(piece);
  }

  build(warnings: readonly string[]): MeasuredSurfaces {
    const { order, boxes, boxLinks } = buildTriangleTree(boxesOf(this.#pieces));
    const pieces = Array.from(order, (row) => this.#pieces[row]);
    const firstCorner = new Uint32Array(pieces.length + 1);
    for (let i = 0; i < pieces.length; i++) {
      firstCorner[i + 1] = firstCorner[i] + pieces[i].corners.length / 3;
    }
    const corners = new Float32Array(firstCorner[pieces.length] * 3);
    const normal = new Float32Array(pieces.length * 3);
    const wholeDrawnArea = new Float64Array(this.#wholes.length);
    const wholePieces = new Uint32Array(this.#wholes.length);
    for (let i = 0; i < pieces.length; i++) {
      const piece = pieces[i];
      corners.set(piece.corners, firstCorner[i] * 3);
      normal.set(piece.normal, i * 3);
      wholeDrawnArea[piece.whole] += polygonArea(piece.corners, 0, piece.corners.length / 3);
      wholePieces[piece.whole]++;
    }
    // Some records say less than what was made of them: sides that were merged.
    const wholeArea = Float64Array.from(this.#wholes, ({ area }, row) =>
      Math.max(area ?? 0, wholeDrawnArea[row]),
    );
    return {
      count: pieces.length,
      kind: Uint8Array.from(pieces, ({ kind }) => kind),
      firstCorner,
      corners,
      normal,
      entity: Int32Array.from(pieces, ({ entity }) => entity),
      whole: Uint32Array.from(pieces, ({ whole }) => whole),
      boxes,
      boxLinks,
      wholeCount: this.#wholes.length,
      wholeArea,
      wholeDrawnArea,
      wholePieces,
      wholeSize: Float64Array.from(
        this.#wholes.flatMap(({ range }) => [range[1] - range[0], range[3] - range[2]]),
      ),
      ...this.#buildEdges(),
      warnings,
    };
  }

  #buildEdges() {
    const { edges } = this;
    const count = edges.length / 6;
    // An edge is a triangle of two corners.
    const triangles = new Float32Array(count * 9);
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < 9; k++) triangles[i * 9 + k] = edges[i * 6 + Math.min(k, 3 + (k % 3))];
    }
    const { order, boxes, boxLinks } = buildTriangleTree(triangles);
    const sorted = new Float32Array(edges.length);
    for (let to = 0; to < count; to++) {
      for (let k = 0; k < 6; k++) sorted[to * 6 + k] = edges[order[to] * 6 + k];
    }
    return { edges: sorted, edgeBoxes: boxes, edgeBoxLinks: boxLinks };
  }
}

/** 9 numbers a piece: its box, as a triangle that has the same. */
function boxesOf(pieces: readonly Piece[]): Float32Array {
  const boxes = new Float32Array(pieces.length * 9);
  for (let row = 0; row < pieces.length; row++) {
    const { corners } = pieces[row];
    const box = boxes.subarray(row * 9, row * 9 + 9);
    box.fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);
    for (let i = 0; i < corners.length; i++) {
      const axis = i % 3;
      box[axis] = Math.min(box[axis], corners[i]);
      box[3 + axis] = Math.max(box[3 + axis], corners[i]);
      box[6 + axis] = box[3 + axis];
    }
  }
  return boxes;
}
