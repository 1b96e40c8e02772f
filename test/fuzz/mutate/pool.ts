/** Files that mutants are made of: seeds, and mutants that reached something new. */

import type { Random } from "../../../src/compile/generate/random.ts";

export interface PoolEntry {
  readonly bytes: Uint8Array;
  /** Characters of code that it was the first to reach; 0 of a seed. */
  readonly reached: number;
  /** Number of mutants made from it. */
  tries: number;
}

/** Number of newest entries that half of all mutants are made from. */
const FRESH = 6;

export class Pool {
  readonly entries: PoolEntry[] = [];

  add(bytes: Uint8Array, reached: number): void {
    this.entries.push({ bytes, reached, tries: 0 });
  }

  /** One to make a mutant of: new ones, and those of which few were made, more often. */
  pick(random: Random): PoolEntry {
    const { entries } = this;
    const isFresh = entries.length > FRESH && random.next() < 0.5;
    const draw = () =>
      entries[isFresh ? entries.length - 1 - random.index(FRESH) : random.index(entries.length)];
    const [a, b] = [draw(), draw()];
    const entry = a.tries <= b.tries ? a : b;
    entry.tries++;
    return entry;
  }
}
