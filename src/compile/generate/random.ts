/** Seeded random generator, with the same results on every run and machine. */

export interface Random {
  /** 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** Returns a number between two bounds, evenly distributed. */
  between(low: number, high: number): number;
  /** Returns an integer from 0 to `count - 1`. */
  index(count: number): number;
  pick<T>(values: readonly T[]): T;
}

/** Marsaglia's xorshift32 over a scrambled seed; its period is 2^32 - 1. */
export function createRandom(seed: number): Random {
  // A state of zero would stay zero.
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) | 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  const index = (count: number): number => Math.floor(next() * count);
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    index,
    pick: (values) => values[index(values.length)],
  };
}
