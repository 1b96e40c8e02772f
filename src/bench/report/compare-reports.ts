/** Compares two reports by the ratios of corresponding runs. */

import { type Metric, pickMetrics, readMetric } from "../plots/metrics.ts";
import { describeWithout } from "../plots/plot-runs.ts";
import { describeBusyReport } from "./busy.ts";
import {
  areInTurns,
  coarserClock,
  type Judgement,
  judgeFigure,
  type Pair,
  type ReportedRun,
} from "./judge-figures.ts";
import type { BenchReport, BenchRun } from "./report.ts";
import { intervalOfMedian } from "./statistics.ts";

const METRICS = pickMetrics(
  ...["js-p10", "js-median", "js-p95", "js-p99", "encode-median", "submit-median"],
  ...["gpu-p10", "gpu-median", "gpu-p95", "gpu-p99"],
  ...["draws", "triangles", "allocated", "first-frame", "complete", "parse-rate", "memory"],
);

/** The reports cannot be compared. The message is one sentence for users. */
export class IncomparableError extends Error {
  override readonly name = "IncomparableError";
}

export interface ComparedFigure extends Judgement {
  readonly metric: string;
  readonly label: string;
  readonly isMoreBetter: boolean;
  /** Value in the first report, or `null` if not measured. */
  readonly a: number | null;
  readonly b: number | null;
  /** Formats a value for readers; not part of the JSON. */
  format(value: number): string;
}

export interface ComparisonRow {
  readonly map: string;
  readonly size: readonly [width: number, height: number];
  readonly without: BenchRun["without"];
  /** Whether the rounds of the two runs were measured in turns. */
  readonly isPaired: boolean;
  readonly figures: readonly ComparedFigure[];
}

export interface Comparison {
  readonly rows: readonly ComparisonRow[];
  /** Reasons for caution, such as different machines or runs that only one report has. */
  readonly warnings: readonly string[];
}

const sizeOf = ({ size }: BenchRun) => size.join("x");

/** Returns the identity of a run, equal for its counterpart in the other report. */
const keyOf = ({ map, without }: BenchRun) => JSON.stringify([map, [...without].sort()]);

const nameOf = (run: BenchRun) => [run.map, describeWithout(run.without)].filter(Boolean).join(" ");

function compareFigures(metric: Metric, pair: Pair): ComparedFigure {
  const { id, label, isMoreBetter, format } = metric;
  const [a, b] = [readMetric(metric, pair.a), readMetric(metric, pair.b)];
  return { metric: id, label, isMoreBetter, a, b, format, ...judgeFigure(metric, pair) };
}

function compareRuns(of: ReportedRun, to: ReportedRun): ComparisonRow {
  const [a, b] = [of.run, to.run];
  const refuse = (what: string, of: (run: BenchRun) => string | number): void => {
    if (of(a) === of(b)) return;
    throw new IncomparableError(
      `the two runs of ${nameOf(a)} are not of the same ${what}: ${of(a)} and ${of(b)}`,
    );
  };
  refuse("file (SHA-256)", (run) => run.sha256.slice(0, 16));
  refuse("size", sizeOf);
  refuse("number of frames", (run) => run.frames);
  return {
    map: a.map,
    size: a.size,
    without: b.without,
    ...compareFiguresOf(of, to),
  };
}

function compareFiguresOf(of: ReportedRun, to: ReportedRun) {
  const isPaired = areInTurns(of, to);
  const pair: Pair = { a: of.run, b: to.run, isPaired, clockMs: coarserClock(of, to) };
  return { isPaired, figures: METRICS.map((metric) => compareFigures(metric, pair)) };
}

/** Returns a sentence for each difference between the reports' machines and settings. */
function listDifferences(a: BenchReport, b: BenchReport): string[] {
  const read = (report: BenchReport): Record<string, string> => ({
    adapter: report.adapter,
    backend: report.environment.backend,
    host: report.environment.host,
    cores: String(report.environment.cores),
    features: report.environment.features.join(" "),
  });
  const [of, to] = [read(a), read(b)];
  return Object.keys(of)
    .filter((name) => of[name] !== to[name])
    .map((name) => `another ${name}: ${of[name] || "none"} and ${to[name] || "none"}`);
}

/** Returns a sentence for each reason that weakens the verdicts. */
function listDoubts(a: BenchReport, b: BenchReport): string[] {
  const doubts: string[] = [];
  for (const [which, report] of [["first", a] as const, ["second", b] as const]) {
    const busy = describeBusyReport(report);
    if (busy !== null) doubts.push(`in the ${which} report, ${busy}`);
    if (report.runs.some(({ rounds }) => rounds.length === 0)) {
      doubts.push(
        `the ${which} report is from an older visleaf and has no rounds: its noise is unknown`,
      );
    } else if (report.runs.some(({ rounds }) => intervalOfMedian(rounds.map(() => 1)) === null)) {
      doubts.push(`the ${which} report has too few rounds to measure noise: use --repeat 6`);
    }
  }
  return doubts;
}

/** Compares the ablated runs of a report with its plain runs. */
export function compareAblations(report: BenchReport): Comparison {
  const rows = report.runs.flatMap((run): ComparisonRow[] => {
    const plain = report.runs.find(
      (other) =>
        other.map === run.map && other.without.length === 0 && sizeOf(other) === sizeOf(run),
    );
    if (run.without.length === 0 || !plain) return [];
    return [compareRuns({ run: plain, report }, { run, report })];
  });
  return { rows, warnings: [] };
}

/**
 * Compares `b` with `a`, one row for each run that both have.
 *
 * @throws IncomparableError for different files, sizes, paths or numbers of frames
 */
export function compareReports(a: BenchReport, b: BenchReport): Comparison {
  for (const name of ["path", "side", "fov"] as const) {
    if (a.settings[name] === b.settings[name]) continue;
    throw new IncomparableError(
      `the reports are not of the same ${name}: ${a.settings[name]} and ${b.settings[name]}`,
    );
  }
  const others = new Map(b.runs.map((run) => [keyOf(run), run]));
  const warnings = [...listDifferences(a, b), ...listDoubts(a, b)];
  const rows: ComparisonRow[] = [];
  for (const run of a.runs) {
    const other = others.get(keyOf(run));
    others.delete(keyOf(run));
    if (other) rows.push(compareRuns({ run, report: a }, { run: other, report: b }));
    else warnings.push(`only the first report has ${nameOf(run)}`);
  }
  for (const run of others.values()) warnings.push(`only the second report has ${nameOf(run)}`);
  if (rows.length === 0) {
    const names = (report: BenchReport) =>
      [...new Set(report.runs.map((run) => run.map))].join(", ") || "no map";
    throw new IncomparableError(`the reports have no run in common: ${names(a)}, and ${names(b)}`);
  }
  return { rows, warnings };
}
