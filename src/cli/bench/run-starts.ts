/**
 * Runs starts of the benchmark one after the other, of one build or of several in turns. With two
 * builds A and B, the turns are A B B A A B …, so that neither gains from a machine that speeds up
 * or slows down.
 */

import { randomUUID } from "node:crypto";
import { mergeStarts } from "../../bench/report/merge-starts.ts";
import type { BenchReport, BenchRun } from "../../bench/report/report.ts";
import type { BenchCallbacks, BenchProgress } from "../../bench/types.ts";
import type { Budget } from "./budget.ts";

/** Build that can be started repeatedly. */
export interface BenchSide {
  /** Measures one round from a fresh start. `reversed`: the last run of a map comes first. */
  start(reversed: boolean, callbacks: BenchCallbacks): Promise<BenchReport>;
  close(): Promise<void>;
}

type OnProgress = (progress: BenchProgress) => void;

interface Turns {
  readonly sides: readonly BenchSide[];
  /** Starts of each side. */
  readonly count: number;
  readonly onProgress: OnProgress;
  /** Receives the reports so far: after each run of the first starts, then after each turn. */
  readonly onReports?: (reports: BenchReport[]) => void;
  /** Further turns must fit into it. */
  readonly budget?: Budget;
  /** Ends the starts; its reason, an Error, becomes the reports' `partial`. */
  readonly signal?: AbortSignal;
}

/** Reports so far, and why the starts ended, if they did. */
interface Done {
  readonly reports: readonly BenchReport[][];
  readonly partial: string | null;
}

const hasAll = (reports: readonly BenchReport[][]) => reports.every((done) => done.length > 0);

async function takeTurns(
  { sides, count, onProgress, signal, budget }: Turns,
  onKept: (done: Done) => void,
): Promise<Done> {
  const reports: BenchReport[][] = sides.map(() => []);
  const starts = count * sides.length;
  let started = 0;
  const reasonOf = (reason: string) => (signal?.aborted ? signal.reason.message : reason);
  /** A spent budget is no reason for a partial report, once each side was measured. */
  const endOf = (reason: string): Done => {
    const isPartial = budget?.isSpent !== true;
    return { reports, partial: isPartial ? reasonOf(reason) : null };
  };
  for (let turn = 0; turn < count; turn++) {
    if (turn > 0 && budget?.hasTimeFor(sides.length) === false) break;
    const isBack = turn % 2 === 1;
    for (let i = 0; i < sides.length; i++) {
      const side = isBack ? sides.length - 1 - i : i;
      const before = started++;
      const tell: OnProgress = (progress) =>
        onProgress({
          ...progress,
          run: before * progress.runs + progress.run,
          runs: starts * progress.runs,
        });
      let report: BenchReport;
      let head: BenchReport | null = null;
      const runs: BenchRun[] = [];
      const callbacks: BenchCallbacks = {
        onProgress: tell,
        onStart: (begun) => {
          head = begun;
        },
        onRun: (run) => {
          runs.push(run);
          // Later starts are only kept complete.
          if (head === null || started > 1) return;
          onKept({ reports: [[{ ...head, runs: [...runs] }]], partial: UNFINISHED });
        },
        ...(signal === undefined ? {} : { signal }),
      };
      try {
        signal?.throwIfAborted();
        report = await sides[side].start(isBack, callbacks);
      } catch (error) {
        const { message } = error as Error;
        // Keep the reports once every side has been measured, and the runs of a first start.
        if (hasAll(reports)) return endOf(message);
        if (head === null || runs.length === 0) throw signal?.aborted ? signal.reason : error;
        return { reports: [[{ ...(head as BenchReport), runs }]], partial: reasonOf(message) };
      }
      if (report.partial === null) reports[side].push(report);
      else if (hasAll(reports)) return endOf(report.partial);
      else return { reports: [[report]], partial: reasonOf(report.partial) };
      budget?.end();
      if (hasAll(reports)) onKept({ reports, partial: started < starts ? UNFINISHED : null });
    }
  }
  return { reports, partial: null };
}

/** `partial` of reports that are written while the benchmark is running. */
const UNFINISHED = "the benchmark was not finished";

function mergeDone({ reports, partial }: Done, series: string | null): BenchReport[] {
  const rounds = Math.min(...reports.map((done) => done.length));
  return reports.map((done) => {
    const merged = mergeStarts(done.slice(0, rounds), series);
    return { ...merged, partial: partial ?? merged.partial };
  });
}

/**
 * Returns a report for each side. If the benchmark breaks off, the reports have the rounds that all
 * sides completed, and `partial` says why. If some side completed none, returns only the report
 * that broke off.
 * @throws the errors of the first starts
 */
export async function runStarts(turns: Turns): Promise<BenchReport[]> {
  const id = randomUUID();
  const merge = (done: Done) => mergeDone(done, done.reports.length > 1 ? id : null);
  return merge(await takeTurns(turns, (done) => turns.onReports?.(merge(done))));
}
