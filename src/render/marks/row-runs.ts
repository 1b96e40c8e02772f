/** Runs of rows with a box each, and which of them a picture shows: a frame looks at a few dozen, however many rows there are. */

import { FRUSTUM_FLOATS, isBoxInFrustum, writeFrustum } from "../../math/frustum.ts";
import type { PackedRows } from "../lines/packed-rows.ts";
import type { View } from "../views/view.ts";

/** Most runs: more would cost a frame more than what they spare. */
const MOST_RUNS = 48;
/** Rows of a run at least: whole triangles. */
const LEAST_ROWS = 192;
/** Pixels that a sign, or a line, reaches beside its place. */
const REACH_PIXELS = 20;

export class RowRuns {
  /** Rows that are there, and those of them that the last picture showed. */
  count = 0;
  drawn = 0;
  /** First row and number of rows of each stretch to draw: runs beside each other are one. */
  readonly first = new Uint32Array(MOST_RUNS);
  readonly length = new Uint32Array(MOST_RUNS);
  stretches = 0;
  readonly #points: Uint8Array;
  readonly #rowFloats: number;
  readonly #boxes = new Float32Array(MOST_RUNS * 6);
  /** The rows that were gathered last, as they lie in memory. */
  #floats = new Float32Array(0);
  #rowsOfRun = LEAST_ROWS;
  #runs = 0;

  /** @param points where in a row, in floats, its points are: 3 each */
  constructor(rowFloats: number, points: readonly number[]) {
    this.#rowFloats = rowFloats;
    this.#points = Uint8Array.from(points);
  }

  /** Takes rows that are gathered anew. */
  gather({ count, words }: PackedRows): void {
    if (this.#floats.buffer !== words.buffer) this.#floats = new Float32Array(words.buffer);
    const floats = this.#floats;
    const boxes = this.#boxes;
    this.count = count;
    // Triangles stay whole.
    this.#rowsOfRun = Math.max(LEAST_ROWS, Math.ceil(count / MOST_RUNS / 3) * 3);
    this.#runs = Math.ceil(count / this.#rowsOfRun);
    for (let run = 0; run < this.#runs; run++) {
      boxes.fill(Number.POSITIVE_INFINITY, run * 6, run * 6 + 3);
      boxes.fill(Number.NEGATIVE_INFINITY, run * 6 + 3, run * 6 + 6);
    }
    for (let row = 0; row < count; row++) {
      const box = Math.floor(row / this.#rowsOfRun) * 6;
      for (let point = 0; point < this.#points.length; point++) {
        const at = row * this.#rowFloats + this.#points[point];
        for (let axis = 0; axis < 3; axis++) {
          const value = floats[at + axis];
          if (value < boxes[box + axis]) boxes[box + axis] = value;
          if (value > boxes[box + axis + 3]) boxes[box + axis + 3] = value;
        }
      }
    }
  }

  /** Finds what a picture shows. Allocates nothing. */
  choose(planes: Float32Array): void {
    this.stretches = 0;
    this.drawn = 0;
    let end = -1;
    for (let run = 0; run < this.#runs; run++) {
      if (!isBoxInFrustum(planes, this.#boxes, run * 6)) continue;
      const first = run * this.#rowsOfRun;
      const length = Math.min(this.#rowsOfRun, this.count - first);
      this.drawn += length;
      if (first === end) {
        this.length[this.stretches - 1] += length;
      } else {
        this.first[this.stretches] = first;
        this.length[this.stretches++] = length;
      }
      end = first + length;
    }
  }
}

const given = new Float32Array(FRUSTUM_FLOATS);

/** A picture's frustum, wider by what lies over its edges. Allocates nothing. */
export function writeWideFrustum(
  out: Float32Array,
  { clipFromWorld, width, height }: Pick<View, "clipFromWorld" | "width" | "height">,
): void {
  writeFrustum(given, clipFromWorld);
  out.set(given);
  for (let pair = 0; pair < 2; pair++) {
    const part = REACH_PIXELS / (pair === 0 ? width : height);
    const at = pair * 8;
    // Both together are twice the depth ahead.
    for (let k = 0; k < 4; k++) {
      const depth = (given[at + k] + given[at + 4 + k]) * part;
      out[at + k] += depth;
      out[at + 4 + k] += depth;
    }
  }
}
