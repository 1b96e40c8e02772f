/** Formats reports and comparisons as text rows for a terminal, one figure a row. */

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
import { describeVerdict } from "./judge-figures.ts";
import type { BenchReport, BenchRun } from "./report.ts";

/** Cells by column name, in column order. */
export type TableRow = Readonly<Record<string, string>>;

const MAIN = pickMetrics(
  ...["js-median", "js-p95", "js-p99", "encode-median", "submit-median", "floor-median"],
  ...["first-visit", "gpu-median", "world-draws", "draws"],
  ...["submitted-over-visible", "allocated", "first-frame", "complete", "parse-rate", "memory"],
);

const isPlain = (run: BenchRun) => run.without.length === 0;

/** Formats a figure with its confidence interval, if known. */
export function formatFigure(metric: Metric, run: BenchRun): string {
  const interval = readInterval(metric, run);
  const value = formatMetric(metric, run);
  return interval === null ? value : `${value} (${formatInterval(interval, metric.format)})`;
}

/** Returns the plain runs: a row for each figure, a column for each map. */
export function tabulateReport({ runs }: BenchReport): TableRow[] {
  const plain = runs.filter(isPlain);
  return MAIN.map((metric) => ({
    figure: metric.label,
    ...Object.fromEntries(plain.map((run) => [run.map, formatFigure(metric, run)])),
  }));
}

/** Returns the comparison: a row for each figure of each run. */
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
