/** Frames of a texture's sheet, and which of them a particle shows. */

import type { SheetSequence } from "../../formats/vtf/parse-sheet.ts";
import type { SequenceLengths } from "./functions.ts";
import type { Animation } from "./renderers.ts";

const MAX_SEQUENCES = 1024;

/** A frame with the next, as `PARTICLE_ROW` stores them. */
export interface ShownFrame {
  first: number;
  next: number;
  blend: number;
}

/** Sequences as columns. Rows of frames are followed by mirrored ones. */
export class ParticleSheet implements SequenceLengths {
  /** Row of `#starts` of a sequence's first frame, by number; plus its count. */
  readonly #firstOf = new Int32Array(MAX_SEQUENCES).fill(-1);
  readonly #countOf = new Int32Array(MAX_SEQUENCES);
  readonly #clamps = new Uint8Array(MAX_SEQUENCES);
  /** Share of the sequence at which each frame begins. */
  readonly #starts: Float32Array;
  readonly #lengths: Float32Array;
  readonly #firstRow: number;

  /** @param firstRow row of the first frame in the set's table of rectangles */
  constructor(sequences: readonly SheetSequence[], firstRow: number) {
    const total = sequences.reduce((sum, { rects }) => sum + rects.length, 0);
    this.#starts = new Float32Array(total);
    this.#lengths = new Float32Array(total);
    this.#firstRow = firstRow;
    let row = 0;
    for (const { number, clamps, durations, rects } of sequences) {
      const isUsable = number >= 0 && number < MAX_SEQUENCES && rects.length > 0;
      if (isUsable) {
        this.#firstOf[number] = row;
        this.#countOf[number] = rects.length;
        this.#clamps[number] = clamps ? 1 : 0;
      }
      const usable = durations.map((one) => (Number.isFinite(one) && one > 0 ? one : 0));
      const sum = usable.reduce((all, one) => all + one, 0);
      let start = 0;
      for (let i = 0; i < rects.length; i++, row++) {
        const length = sum > 0 ? usable[i] / sum : 1 / rects.length;
        this.#starts[row] = start;
        this.#lengths[row] = length;
        start += length;
      }
    }
  }

  frameCount(sequence: number): number {
    return this.#countOf[this.#known(sequence)];
  }

  /** Finds the frames that a particle of an age shows. Unknown sequences are shown as the first. */
  show(
    to: ShownFrame,
    sequence: number,
    { rate, clock }: Animation,
    age: number,
    lifetime: number,
  ): void {
    const known = this.#known(sequence);
    const first = this.#firstOf[known];
    const count = this.#countOf[known];
    if (count <= 0) {
      to.first = to.next = to.blend = 0;
      return;
    }
    const turns =
      clock === "lifetime"
        ? age / Math.max(lifetime, 1e-6)
        : clock === "fps"
          ? (age * rate) / count
          : age * rate;
    const clamps = this.#clamps[known] === 1;
    const share = clamps ? Math.min(Math.max(turns, 0), 1) : turns - Math.floor(turns);
    let frame = 0;
    while (frame + 1 < count && share >= this.#starts[first + frame + 1]) frame++;
    const next = frame + 1 < count ? frame + 1 : clamps ? frame : 0;
    const length = this.#lengths[first + frame];
    to.blend = length > 0 ? Math.min((share - this.#starts[first + frame]) / length, 1) : 0;
    to.first = this.#firstRow + (first + frame) * 2;
    to.next = this.#firstRow + (first + next) * 2;
  }

  #known(sequence: number): number {
    const number = Math.min(Math.max(Math.trunc(sequence), 0), MAX_SEQUENCES - 1);
    return this.#firstOf[number] >= 0 ? number : 0;
  }
}

/** Returns rectangles of a sheet's frames, each with its mirror image, four numbers each. */
export function listFrames(sequences: readonly SheetSequence[]): number[] {
  return sequences.flatMap(({ rects }) =>
    rects.flatMap(([left, top, right, bottom]) => [
      ...[left, top, right, bottom],
      ...[right, top, left, bottom],
    ]),
  );
}

/** Rectangle of a whole texture, and its mirror image. */
export const WHOLE_FRAMES: readonly number[] = [0, 0, 1, 1, 1, 0, 0, 1];
