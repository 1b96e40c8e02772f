/**
 * A fixed piece of JavaScript. How long it takes says how fast the machine was meanwhile: two reports
 * of different hours differ in it when it was the machine that changed, and not the program.
 */

const WORDS = 256;
const STEPS = 20_000;

const words = new Uint32Array(WORDS);

/** Milliseconds. The numbers are kept, so that the work cannot be left out. */
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
