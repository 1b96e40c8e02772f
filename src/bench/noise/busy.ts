/** Whether a machine had something else to do than to be measured. */

import type { BenchEnvironment, BenchReport } from "../report/report.ts";

/** Of the cores: more than one program in the background of a machine of four. */
const BUSY_LOAD = 0.3;
/** A machine at rest is late by one or two, for which its own timers are to blame. */
const BUSY_JITTER_MS = 5;

type Signs = Pick<BenchEnvironment, "cores" | "loadAverage" | "timerJitterMs">;

/** What shows that the machine is busy, for people; null: nothing does. */
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

/** A sentence where the machine was busy; null where it was not. */
export function describeBusyReport({ environment }: Pick<BenchReport, "environment">) {
  const signs = describeBusy(environment);
  return signs && `the machine was busy (${signs}): times are too long and scatter`;
}
