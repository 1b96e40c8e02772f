import { easeInOut } from "./sequence-flags.ts";

/** Playback state of one sequence. */
export interface Playing {
  sequence: number;
  /** Position in the cycle, 0 to 1; in a looping sequence it wraps. */
  cycle: number;
  /** Factor on the sequence's own speed. */
  rate: number;
  weight: number;
}

interface Fading extends Playing {
  fadeSeconds: number;
  elapsed: number;
}

/** Maximum number of fading sequences; beyond that, the oldest is dropped. */
const MAX_FADES = 8;

/** Replaced sequences that are fading out: `CSequenceTransitioner`. */
export class Fades {
  readonly #rows: Fading[] = Array.from({ length: MAX_FADES }, () => ({
    sequence: 0,
    cycle: 0,
    rate: 1,
    weight: 0,
    fadeSeconds: 0,
    elapsed: 0,
  }));
  #count = 0;

  /** Number of fading sequences, which are sorted oldest first. */
  get count(): number {
    return this.#count;
  }

  at(row: number): Playing {
    return this.#rows[row];
  }

  clear(): void {
    this.#count = 0;
  }

  push({ sequence, cycle, rate }: Playing, fadeSeconds: number): void {
    if (!(fadeSeconds > 0)) return;
    if (this.#count === MAX_FADES) this.#remove(0);
    const row = this.#rows[this.#count++];
    row.sequence = sequence;
    row.cycle = cycle;
    row.rate = rate;
    row.fadeSeconds = fadeSeconds;
    row.elapsed = 0;
    row.weight = 1;
  }

  advance(seconds: number): void {
    for (let i = 0; i < this.#count; ) {
      const row = this.#rows[i];
      row.elapsed += seconds;
      const left = 1 - row.elapsed / row.fadeSeconds;
      row.weight = left > 0 ? easeInOut(left) : 0;
      if (row.weight > 0) i++;
      else this.#remove(i);
    }
  }

  /** Removes a row and keeps its object for reuse after the active rows. */
  #remove(at: number): void {
    const gone = this.#rows[at];
    for (let i = at + 1; i < this.#count; i++) this.#rows[i - 1] = this.#rows[i];
    this.#rows[--this.#count] = gone;
  }
}
