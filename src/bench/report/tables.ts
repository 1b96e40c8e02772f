/** Reports and comparisons as rows of text, for a terminal: a figure a row. */

import { describeVerdict } from "../compare/judge.ts";
import {
  formatInterval,
  formatMetric,
  formatRatio,
  type Metric,
  pickMetrics,
  readInterval,
} from "../plots/metrics.ts";
import { describeWithout } from "../plots/plot-runs.ts";
import type { Comparison } from "./compare-reports.ts";
import type { BenchReport, BenchRun } from "./report.ts";

/** Cells by column, in the columns' order. */
export type TableRow = Readonly<Record<string, string>>;

const MAIN = pickMetrics(
  ...["js-median", "js-p95", "js-p99", "encode-median", "submit-median", "floor-median"],
  ...["first-visit", "gpu-median", "world-draws", "draws"],
  ...["submitted-over-visible", "allocated", "first-frame", "complete", "parse-rate", "memory"],
);

const isPlain = (run: BenchRun) => run.without.length === 0;

/** A figure with the range that it lies in, where that is known. */
export function formatFigure(metric: Metric, run: BenchRun): string {
  const interval = readInterval(metric, run);
  const value = formatMetric(metric, run);
  return interval === null ? value : `${value} (${formatInterval(interval, metric.format)})`;
}

/** The plain runs: a row a figure, a column a map. */
export function tabulateReport({ runs }: BenchReport): TableRow[] {
  const plain = runs.filter(isPlain);
  return MAIN.map((metric) => ({
    figure: metric.label,
    ...Object.fromEntries(plain.map((run) => [run.map, formatFigure(metric, run)])),
  }));
}

/** The second over the first: a row a figure of each run. */
export function tabulateComparison({ rows }: Comparison): TableRow[] {
  return rows.flatMap(({ map, without, figures }) =>
    figures
      .filter(({ a, b }) => a !== null || b !== null)
      .map(({ label, a, b, ratio, interval, verdict, format }) => ({
        map: [map, describeWithout(without)].filter(Boolean).join(" "),
        figure: label,
        first: a === null ? "–" : format(a),
        second: b === null ? "–" : format(b),
        ratio: ratio === null ? "–" : formatRatio(ratio),
        "95 %": interval === null ? "–" : formatInterval(interval, formatRatio),
        verdict: describeVerdict(verdict),
      })),
  );
}
