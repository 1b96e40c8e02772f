/** How late timers come: on a machine that has something else to do, later. */

import { summarizeSamples } from "../report/statistics.ts";

const TIMERS = 40;
/** Longer than the least that browsers allow for timers that are set by timers, 4 ms. */
const WAIT_MS = 6;

/** Milliseconds, the 95th percentile of 40 timers one after the other: a third of a second. */
export async function measureTimerJitter(): Promise<number> {
  const late = new Float64Array(TIMERS);
  for (let i = 0; i < TIMERS; i++) {
    const start = performance.now();
    await new Promise<void>((resolve) => setTimeout(resolve, WAIT_MS));
    late[i] = Math.max(0, performance.now() - start - WAIT_MS);
  }
  return summarizeSamples(late).p95;
}
