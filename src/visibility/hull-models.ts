/**
 * Keeps the solid models near a player where they are now: which pieces of the hulls' tree lie
 * where they were built, and the planes of those that have moved. Models far away cost a distance
 * test each.
 */

import type { HullModels, MapHulls } from "../map/hulls.ts";
import { multiply3x4 } from "../math/matrix3x4.ts";

/** Tells where the models of hulls are. */
export interface HullPlaces {
  /**
   * Returns true unless a model's sphere, in its own space, is surely farther from a point than
   * `reach`. May be cheap and wrong on the side of true.
   */
  mayBeNear(row: number, sphere: Readonly<HullSphere>, near: Readonly<NearPoint>): boolean;
  /** Returns whether a model is solid, and then writes its place: 12 numbers, world from model. */
  place(row: number, out: Float32Array): boolean;
}

export interface HullSphere {
  x: number;
  y: number;
  z: number;
  radius: number;
}

export interface NearPoint {
  x: number;
  y: number;
  z: number;
  reach: number;
}

/** States of a model: its pieces in the tree count, it is not solid, or it has moved. */
const AS_BUILT = 0;
const ABSENT = 1;
const MOVED = 2;

/** Difference of a matrix from the built one that counts as none: rounding of angles. */
const SAME = 1e-4;
/** Planes of the box around a turned piece, which replace its bevels. */
const BOX_PLANES = 6;

export class HullModelSet {
  /** Rows that are solid and near, in ascending order; the first `nearCount` count. */
  readonly near: Int32Array;
  nearCount = 0;
  /** Rows that may be near, solid or not, and those that were built near. */
  readonly #candidates: Int32Array;
  #candidateCount = 0;
  /** 1 for each row that sweeps pass through. */
  readonly isIgnored: Uint8Array;
  readonly #hulls: MapHulls;
  readonly #models: HullModels;
  readonly #state: Uint8Array;
  /** Spheres around the models in their own space, and built boxes: 4 and 6 a row. */
  readonly #spheres: Float64Array;
  readonly #builtBoxes: Float64Array;
  readonly #sphere: HullSphere = { x: 0, y: 0, z: 0, radius: 0 };
  readonly #inverse: Float32Array;
  /** Places for which the columns of moved pieces were written; 12 a row. */
  readonly #written: Float32Array;
  // Moved pieces, an entry of `HullModels.pieces` each.
  readonly #firstPlane: Uint32Array;
  readonly #planeCount: Uint32Array;
  readonly #planes: Float32Array;
  readonly #boxes: Float32Array;
  readonly #matrix = new Float32Array(12);
  readonly #delta = new Float32Array(12);

  constructor(hulls: MapHulls) {
    this.#hulls = hulls;
    const { models, piecePlaneCount } = hulls;
    this.#models = models;
    const { count, pieces } = models;
    this.near = new Int32Array(count);
    this.#candidates = new Int32Array(count);
    this.isIgnored = new Uint8Array(count);
    this.#state = Uint8Array.from(models.isSolid, (isSolid) => (isSolid === 1 ? AS_BUILT : ABSENT));
    this.#inverse = new Float32Array(count * 12);
    this.#written = models.worldFromModel.slice();
    this.#spheres = new Float64Array(count * 4);
    this.#builtBoxes = new Float64Array(count * 6);
    this.#firstPlane = new Uint32Array(pieces.length);
    this.#planeCount = new Uint32Array(pieces.length);
    this.#boxes = models.boxes.slice();
    let planes = 0;
    for (let i = 0; i < pieces.length; i++) {
      this.#firstPlane[i] = planes;
      planes += piecePlaneCount[pieces[i]] + BOX_PLANES;
    }
    this.#planes = new Float32Array(planes * 4);
    for (let row = 0; row < count; row++) this.#measure(row);
  }

  /** Writes a model's sphere, its built box, and the inverse of its built place. */
  #measure(row: number): void {
    const { boxes, firstPiece, worldFromModel } = this.#models;
    const box = this.#builtBoxes.subarray(row * 6, row * 6 + 6);
    box.fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);
    for (let piece = firstPiece[row]; piece < firstPiece[row + 1]; piece++) {
      for (let axis = 0; axis < 3; axis++) {
        box[axis] = Math.min(box[axis], boxes[piece * 6 + axis]);
        box[axis + 3] = Math.max(box[axis + 3], boxes[piece * 6 + axis + 3]);
      }
    }
    const inverse = this.#inverse;
    const m = row * 12;
    for (let r = 0; r < 3; r++) {
      let moved = 0;
      for (let c = 0; c < 3; c++) {
        inverse[m + r * 4 + c] = worldFromModel[m + c * 4 + r];
        moved -= worldFromModel[m + c * 4 + r] * worldFromModel[m + c * 4 + 3];
      }
      inverse[m + r * 4 + 3] = moved;
    }
    if (firstPiece[row] === firstPiece[row + 1]) return;
    const x = (box[0] + box[3]) / 2;
    const y = (box[1] + box[4]) / 2;
    const z = (box[2] + box[5]) / 2;
    for (let r = 0; r < 3; r++) {
      const at = m + r * 4;
      this.#spheres[row * 4 + r] =
        inverse[at] * x + inverse[at + 1] * y + inverse[at + 2] * z + inverse[at + 3];
    }
    this.#spheres[row * 4 + 3] = Math.hypot(box[3] - x, box[4] - y, box[5] - z);
  }

  /** Whether the pieces of a model lie in the tree where they were built. */
  isAsBuilt(row: number): boolean {
    return this.#state[row] === AS_BUILT && this.isIgnored[row] === 0;
  }

  /** Whether a row's pieces are tested apart from the tree. */
  isMoved(row: number): boolean {
    return this.#state[row] === MOVED && this.isIgnored[row] === 0;
  }

  /** Takes the places of all models that may be near a point, which sweeps must not leave. */
  gather(places: HullPlaces, point: NearPoint): void {
    const { count, firstPiece } = this.#models;
    const box = this.#builtBoxes;
    const { x, y, z, reach } = point;
    this.#candidateCount = 0;
    for (let row = 0; row < count; row++) {
      if (firstPiece[row] === firstPiece[row + 1]) continue;
      const b = row * 6;
      const isBuiltNear =
        box[b] <= x + reach &&
        box[b + 3] >= x - reach &&
        box[b + 1] <= y + reach &&
        box[b + 4] >= y - reach &&
        box[b + 2] <= z + reach &&
        box[b + 5] >= z - reach;
      const sphere = this.#sphere;
      sphere.x = this.#spheres[row * 4];
      sphere.y = this.#spheres[row * 4 + 1];
      sphere.z = this.#spheres[row * 4 + 2];
      sphere.radius = this.#spheres[row * 4 + 3];
      if (!isBuiltNear && !places.mayBeNear(row, sphere, point)) continue;
      this.#candidates[this.#candidateCount++] = row;
    }
    this.refresh(places);
  }

  /** Takes the places of the models again that the last `gather` found. */
  refresh(places: HullPlaces): void {
    this.nearCount = 0;
    for (let i = 0; i < this.#candidateCount; i++) {
      const row = this.#candidates[i];
      this.update(places, row);
      if (this.#state[row] !== ABSENT) this.near[this.nearCount++] = row;
    }
  }

  /** Takes the place of one model. */
  update(places: HullPlaces, row: number): void {
    if (!places.place(row, this.#matrix)) {
      this.#state[row] = ABSENT;
      return;
    }
    const { worldFromModel } = this.#models;
    const m = row * 12;
    let isBuilt = true;
    let isWritten = true;
    for (let i = 0; i < 12; i++) {
      if (Math.abs(this.#matrix[i] - worldFromModel[m + i]) > SAME) isBuilt = false;
      if (this.#matrix[i] !== this.#written[m + i]) isWritten = false;
    }
    this.#state[row] = isBuilt ? AS_BUILT : MOVED;
    if (!isBuilt && !isWritten) this.#write(row);
  }

  /** Writes the planes and boxes of a model's pieces for the place in `#matrix`. */
  #write(row: number): void {
    const { firstPiece, pieces, boxes } = this.#models;
    const { pieceFirstPlane, piecePlaneCount, planes, planeIsBevel } = this.#hulls;
    const delta = this.#delta;
    multiply3x4(delta, 0, this.#matrix, 0, this.#inverse, row * 12);
    for (let i = 0; i < 12; i++) this.#written[row * 12 + i] = this.#matrix[i];
    const isTurned =
      Math.abs(delta[0] - 1) > SAME ||
      Math.abs(delta[5] - 1) > SAME ||
      Math.abs(delta[10] - 1) > SAME;
    const out = this.#planes;
    for (let piece = firstPiece[row]; piece < firstPiece[row + 1]; piece++) {
      writeBox(this.#boxes, boxes, piece * 6, delta);
      const from = pieceFirstPlane[pieces[piece]];
      const to = from + piecePlaneCount[pieces[piece]];
      let at = this.#firstPlane[piece] * 4;
      for (let plane = from; plane < to; plane++) {
        if (isTurned && planeIsBevel[plane] !== 0) continue;
        const x = planes[plane * 4];
        const y = planes[plane * 4 + 1];
        const z = planes[plane * 4 + 2];
        const nx = delta[0] * x + delta[1] * y + delta[2] * z;
        const ny = delta[4] * x + delta[5] * y + delta[6] * z;
        const nz = delta[8] * x + delta[9] * y + delta[10] * z;
        out[at] = nx;
        out[at + 1] = ny;
        out[at + 2] = nz;
        out[at + 3] = planes[plane * 4 + 3] + nx * delta[3] + ny * delta[7] + nz * delta[11];
        at += 4;
      }
      if (isTurned) at = this.#writeBevels(piece, at);
      this.#planeCount[piece] = at / 4 - this.#firstPlane[piece];
    }
  }

  /** Writes the sides of a piece's box, and returns where the next plane goes. */
  #writeBevels(piece: number, at: number): number {
    const out = this.#planes;
    for (let axis = 0; axis < 3; axis++) {
      for (let side = 0; side < 2; side++) {
        const to = at + (axis * 2 + side) * 4;
        out[to] = out[to + 1] = out[to + 2] = 0;
        out[to + axis] = side === 0 ? 1 : -1;
        out[to + 3] =
          side === 0 ? this.#boxes[piece * 6 + axis + 3] : -this.#boxes[piece * 6 + axis];
      }
    }
    return at + BOX_PLANES * 4;
  }

  // Moved pieces, by their entry of `HullModels.pieces`.

  get planes(): Float32Array {
    return this.#planes;
  }

  firstPieceOf(row: number): number {
    return this.#models.firstPiece[row];
  }

  firstPlaneOf(piece: number): number {
    return this.#firstPlane[piece];
  }

  planeCountOf(piece: number): number {
    return this.#planeCount[piece];
  }

  /** 6 an entry. */
  get boxes(): Float32Array {
    return this.#boxes;
  }

  /** Row of the hulls' pieces. */
  pieceOf(piece: number): number {
    return this.#models.pieces[piece];
  }
}

/** Writes the box around a box that a matrix moves. */
function writeBox(out: Float32Array, boxes: Float32Array, at: number, m: Float32Array): void {
  for (let row = 0; row < 3; row++) {
    let low = m[row * 4 + 3];
    let high = low;
    for (let column = 0; column < 3; column++) {
      const a = m[row * 4 + column] * boxes[at + column];
      const b = m[row * 4 + column] * boxes[at + column + 3];
      low += Math.min(a, b);
      high += Math.max(a, b);
    }
    out[at + row] = low;
    out[at + row + 3] = high;
  }
}
