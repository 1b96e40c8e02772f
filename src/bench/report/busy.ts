/** Detects other load on the machine during a measurement. */

import type { BenchEnvironment, BenchReport } from "./report.ts";

/**
 * Load average per core above which the machine counts as busy: more than one background program on
 * four cores.
 */
const BUSY_LOAD = 0.3;
/**
 * Timer delay in milliseconds above which the machine counts as busy. An idle machine has one or
 * two.
 */
const BUSY_JITTER_MS = 5;

type Signs = Pick<BenchEnvironment, "cores" | "loadAverage" | "timerJitterMs">;

/** Describes the signs of other load, or returns `null` if there are no signs. */
export function describeBusy({ cores, loadAverage, timerJitterMs }: Signs): string | null {
  const signs: string[] = [];
  if (loadAverage !== null && loadAverage > cores * BUSY_LOAD) {
    signs.push(`load average ${loadAverage.toFixed(1)} on ${cores} cores`);
  }
  if (timerJitterMs !== null && timerJitterMs > BUSY_JITTER_MS) {
    signs.push(`timers up to ${timerJitterMs.toFixed(1)} ms late`);
  }
  return signs.length === 0 ? null : signs.join(", ");
}

/** Returns a sentence about other load during the measurement, or `null`. */
export function describeBusyReport({ environment }: Pick<BenchReport, "environment">) {
  const signs = describeBusy(environment);
  return signs && `the machine was busy (${signs}): times are too long and scatter`;
}
