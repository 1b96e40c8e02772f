/** Finds runs that were measured in turns. */

import type { BenchReport, BenchRun } from "../report/report.ts";

/** A run with its report. */
export interface ReportedRun {
  readonly run: BenchRun;
  readonly report: BenchReport;
}

/**
 * True if the runs' rounds belong together by index: each round is a separate start, and the starts
 * alternated, within one report or in two reports of one series.
 */
export function areInTurns(a: ReportedRun, b: ReportedRun): boolean {
  const isOneSeries =
    a.report === b.report || (a.report.series !== null && a.report.series === b.report.series);
  const isOfStarts = ({ run }: ReportedRun) => run.rounds.every(({ start }) => start !== null);
  const isOfSameStarts = a.run.rounds.length === b.run.rounds.length;
  return isOneSeries && isOfSameStarts && a.run.rounds.length > 1 && isOfStarts(a) && isOfStarts(b);
}

/** Returns the coarser clock step of two reports, in milliseconds. */
export function coarserClock(a: ReportedRun, b: ReportedRun): number {
  const step = ({ report }: ReportedRun) => report.environment.clockMs ?? 0;
  return Math.max(step(a), step(b));
}
