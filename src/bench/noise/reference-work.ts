/**
 * A fixed piece of JavaScript whose time measures the machine's speed. If it differs between two
 * reports, the machine has changed.
 */

const WORDS = 256;
const STEPS = 20_000;

const words = new Uint32Array(WORDS);

/** Returns milliseconds. The results are kept so that the engine cannot remove the work. */
export function timeReferenceWork(): number {
  const start = performance.now();
  let state = words[0] | 1;
  for (let i = 0; i < STEPS; i++) {
    // Marsaglia's xorshift.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    words[state & (WORDS - 1)] += state;
  }
  words[0] = state;
  return performance.now() - start;
}
