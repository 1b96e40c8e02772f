/**
 * Judges whether two values of a figure differ by more than their noise, and by enough to matter.
 */

import { type Metric, readInterval, readMetric, readRounds } from "../plots/metrics.ts";
import type { BenchReport, BenchRun } from "./report.ts";
import { type Interval, intervalOfMedian, middleOf } from "./statistics.ts";

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

/**
 * `same`: equal counts. `noise`: within the noise, or too small to matter. `unknown`: too few
 * measurements, or only one of the two.
 */
export type Verdict = "better" | "worse" | "same" | "noise" | "unknown";

const VERDICTS: Readonly<Record<Verdict, string>> = {
  better: "better",
  worse: "worse",
  same: "the same",
  noise: "within noise",
  unknown: "not known",
};

export function describeVerdict(verdict: Verdict): string {
  return VERDICTS[verdict];
}

export interface Judgement {
  /**
   * Second value divided by the first. For runs measured in turns, the median of the rounds'
   * ratios.
   */
  readonly ratio: number | null;
  /** 95 % confidence interval of the ratio; `null` for counts and if it cannot be computed. */
  readonly interval: Interval | null;
  readonly verdict: Verdict;
}

/**
 * Relative differences that are not distinguished from 1: for rounds in turns, and for separate
 * runs, between which the machine may change.
 */
export const PAIRED_FLOOR = 0.05;
export const SEPARATE_FLOOR = 0.1;

export interface Pair {
  readonly a: BenchRun;
  readonly b: BenchRun;
  /**
   * Whether the rounds of the two runs were measured in turns, so that equal indices belong
   * together.
   */
  readonly isPaired: boolean;
  /** Step of the coarser clock, in milliseconds. */
  readonly clockMs: number;
}

/** Returns the ratios of rounds that both runs measured, second to first. */
function pairRatios(metric: Metric, { a, b }: Pair): number[] {
  const others = readRounds(metric, b);
  return readRounds(metric, a).flatMap((value, i) => {
    const other = others[i] ?? null;
    return value !== null && value > 0 && other !== null ? [other / value] : [];
  });
}

/**
 * Returns the widest ratio that both intervals allow. It is widened by the change of the machine's
 * speed between the runs, as measured by the reference work.
 */
function separateInterval(metric: Metric, { a, b }: Pair): Interval | null {
  const [of, to] = [readInterval(metric, a), readInterval(metric, b)];
  if (of === null || to === null || of.low <= 0) return null;
  const range = { low: to.low / of.high, high: to.high / of.low };
  if (!metric.isTime) return range;
  const drift = referenceOf(b) / referenceOf(a);
  if (!(drift > 0 && Number.isFinite(drift))) return null;
  const sameMachine = metric.isMoreBetter ? drift : 1 / drift;
  return {
    low: Math.min(range.low, range.low * sameMachine),
    high: Math.max(range.high, range.high * sameMachine),
  };
}

const referenceOf = (run: BenchRun) => middleOf(run.rounds.map(({ referenceMs }) => referenceMs));

/** Judges an interval. The floor is symmetric as a ratio: 0.05 means from 1 / 1.05 to 1.05. */
function judgeInterval({ isMoreBetter }: Metric, { low, high }: Interval, floor: number): Verdict {
  if (low > 1 + floor) return isMoreBetter ? "better" : "worse";
  if (high < 1 / (1 + floor)) return isMoreBetter ? "worse" : "better";
  return "noise";
}

/**
 * True if the values differ by at most a clock step. A clock's step shifts all times equally, so it
 * does not appear in their scatter.
 */
function isWithinStep(metric: Metric, { a, b, clockMs }: Pair): boolean {
  const middle = (run: BenchRun) =>
    middleOf(readRounds(metric, run).filter((value) => value !== null));
  return Math.abs(middle(b) - middle(a)) <= clockMs;
}

export function judgeFigure(metric: Metric, pair: Pair): Judgement {
  const [a, b] = [readMetric(metric, pair.a), readMetric(metric, pair.b)];
  if (a === null || b === null) return { ratio: null, interval: null, verdict: "unknown" };
  const ratio = a > 0 ? b / a : null;
  if (metric.kind === "count") {
    const isMore = b > a;
    const verdict = a === b ? "same" : isMore === metric.isMoreBetter ? "better" : "worse";
    return { ratio, interval: null, verdict };
  }
  const ratios = pair.isPaired ? pairRatios(metric, pair) : [];
  const interval = pair.isPaired ? intervalOfMedian(ratios) : separateInterval(metric, pair);
  const shown = ratios.length > 0 ? middleOf(ratios) : ratio;
  if (interval === null) return { ratio: shown, interval, verdict: "unknown" };
  const isBelowStep = metric.isTime && !metric.isMoreBetter && isWithinStep(metric, pair);
  const floor = pair.isPaired ? PAIRED_FLOOR : SEPARATE_FLOOR;
  const verdict = isBelowStep ? "noise" : judgeInterval(metric, interval, floor);
  return { ratio: shown, interval, verdict };
}
