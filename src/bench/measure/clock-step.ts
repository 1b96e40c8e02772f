/** The smallest step of `performance.now`: a page that is not isolated gets a coarse one. */

const STEPS = 20;
/** A clock that stands still for so many readings stands still. */
const MAX_READINGS = 1e7;

/** Milliseconds. */
export function measureClockStep(): number {
  let least = Number.POSITIVE_INFINITY;
  let last = performance.now();
  let steps = 0;
  for (let i = 0; i < MAX_READINGS && steps < STEPS; i++) {
    const now = performance.now();
    if (now === last) continue;
    least = Math.min(least, now - last);
    last = now;
    steps++;
  }
  // Times are doubles of milliseconds: their last digits are noise.
  return Math.round(least * 1e6) / 1e6;
}
