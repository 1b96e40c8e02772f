/** Which runs were measured in turns. */

import type { BenchReport, BenchRun } from "../report/report.ts";

/** A run and the report that it is of. */
export interface ReportedRun {
  readonly run: BenchRun;
  readonly report: BenchReport;
}

/**
 * Whether the runs' rounds belong together one by one: each is a start of its own, and the starts of
 * both were made in turns, in one report or in two of one series.
 */
export function areInTurns(a: ReportedRun, b: ReportedRun): boolean {
  const isOneSeries =
    a.report === b.report || (a.report.series !== null && a.report.series === b.report.series);
  const isOfStarts = ({ run }: ReportedRun) => run.rounds.every(({ start }) => start !== null);
  const isOfSameStarts = a.run.rounds.length === b.run.rounds.length;
  return isOneSeries && isOfSameStarts && a.run.rounds.length > 1 && isOfStarts(a) && isOfStarts(b);
}

/** The coarser step of two reports' clocks, milliseconds. */
export function coarserClock(a: ReportedRun, b: ReportedRun): number {
  const step = ({ report }: ReportedRun) => report.environment.clockMs ?? 0;
  return Math.max(step(a), step(b));
}
