/** Whether two values of a figure differ by more than their noise, and by enough to matter. */

import { type Metric, readInterval, readMetric, readRounds } from "../plots/metrics.ts";
import type { BenchRun } from "../report/report.ts";
import { type Interval, intervalOfMedian, middleOf } from "../report/statistics.ts";

/**
 * `same`: counts that are equal. `noise`: what is measured lies within its noise, or differs by too
 * little to matter. `unknown`: measured too seldom to say, or by one of the two only.
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
  /** The second over the first: of runs measured in turns, the middle of the rounds' own ratios. */
  readonly ratio: number | null;
  /** Where that ratio lies with 95 % confidence; null for counts, and where it cannot be told. */
  readonly interval: Interval | null;
  readonly verdict: Verdict;
}

/**
 * Less than this is not told apart from 1: for rounds in turns, and for runs of different hours, of
 * which nobody measured how much the machine changes in between.
 */
export const PAIRED_FLOOR = 0.05;
export const SEPARATE_FLOOR = 0.1;

export interface Pair {
  readonly a: BenchRun;
  readonly b: BenchRun;
  /** Whether the two runs' rounds were flown in turns, so that equal ones belong together. */
  readonly isPaired: boolean;
  /** The coarser clock's step, milliseconds. */
  readonly clockMs: number;
}

/** Rounds that both have measured, the second over the first. */
function pairRatios(metric: Metric, { a, b }: Pair): number[] {
  const others = readRounds(metric, b);
  return readRounds(metric, a).flatMap((value, i) => {
    const other = others[i] ?? null;
    return value !== null && value > 0 && other !== null ? [other / value] : [];
  });
}

/**
 * The widest ratio that both intervals allow. Where the machine itself was slower or faster meanwhile,
 * by the reference work, it is widened by that much.
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

/** A floor of 0.05 is as far below 1 as above: from 1 / 1.05 to 1.05. */
function judgeInterval({ isMoreBetter }: Metric, { low, high }: Interval, floor: number): Verdict {
  if (low > 1 + floor) return isMoreBetter ? "better" : "worse";
  if (high < 1 / (1 + floor)) return isMoreBetter ? "worse" : "better";
  return "noise";
}

/** A clock's step is in every time that it tells, and is not seen in how these scatter. */
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
