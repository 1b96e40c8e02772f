/** Two reports side by side: ratios, run by run, where they are of the same thing. */

import { type Metric, pickMetrics, readMetric } from "./plots/metrics.ts";
import { describeWithout } from "./plots/plot-runs.ts";
import type { BenchReport, BenchRun } from "./report.ts";

const METRICS = pickMetrics(
  ...["js-median", "js-p95", "js-p99", "gpu-median", "gpu-p95", "gpu-p99"],
  ...["draws", "triangles", "allocated", "first-frame", "complete", "parse-rate", "memory"],
);

/** Reports that say nothing about each other: one sentence, for people. */
export class IncomparableError extends Error {
  override readonly name = "IncomparableError";
}

export interface ComparedFigure {
  readonly metric: string;
  readonly label: string;
  /** null: not measured. */
  readonly a: number | null;
  readonly b: number | null;
  /** b / a; null where either is missing or a is 0. */
  readonly ratio: number | null;
}

export interface ComparisonRow {
  readonly map: string;
  readonly size: readonly [width: number, height: number];
  readonly without: BenchRun["without"];
  readonly figures: readonly ComparedFigure[];
}

export interface Comparison {
  readonly rows: readonly ComparisonRow[];
  /** What should give pause: other machines, runs that only one of the two has. */
  readonly warnings: readonly string[];
}

const sizeOf = ({ size }: BenchRun) => size.join("x");

/** What a run is of: the counterpart in the other report has the same. */
const keyOf = ({ map, without }: BenchRun) => JSON.stringify([map, [...without].sort()]);

const nameOf = (run: BenchRun) => [run.map, describeWithout(run.without)].filter(Boolean).join(" ");

function compareFigures(metric: Metric, runA: BenchRun, runB: BenchRun): ComparedFigure {
  const a = readMetric(metric, runA);
  const b = readMetric(metric, runB);
  const ratio = a !== null && b !== null && a > 0 ? b / a : null;
  return { metric: metric.id, label: metric.label, a, b, ratio };
}

function compareRuns(a: BenchRun, b: BenchRun): ComparisonRow {
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
    without: a.without,
    figures: METRICS.map((metric) => compareFigures(metric, a, b)),
  };
}

/** Where the reports' machines and settings differ, a sentence each. */
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

/**
 * `b` over `a`, a row for each run that both have.
 * @throws IncomparableError for runs of different files, sizes, paths or numbers of frames
 */
export function compareReports(a: BenchReport, b: BenchReport): Comparison {
  for (const name of ["path", "side", "fov"] as const) {
    if (a.settings[name] === b.settings[name]) continue;
    throw new IncomparableError(
      `the reports are not of the same ${name}: ${a.settings[name]} and ${b.settings[name]}`,
    );
  }
  const others = new Map(b.runs.map((run) => [keyOf(run), run]));
  const warnings = listDifferences(a, b);
  const rows: ComparisonRow[] = [];
  for (const run of a.runs) {
    const other = others.get(keyOf(run));
    others.delete(keyOf(run));
    if (other) rows.push(compareRuns(run, other));
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
