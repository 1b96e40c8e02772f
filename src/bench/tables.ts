/** Reports and comparisons as rows of text, for a terminal. */

import type { Comparison } from "./compare-reports.ts";
import { formatRatio } from "./plots/format-value.ts";
import { formatMetric, type Metric, pickMetrics, readMetric } from "./plots/metrics.ts";
import { describeWithout } from "./plots/plot-runs.ts";
import type { BenchReport, BenchRun } from "./report.ts";

/** Cells by column, in the columns' order. */
export type TableRow = Readonly<Record<string, string>>;

const MAIN = pickMetrics(
  ...["js-median", "js-p95", "js-p99", "first-visit", "gpu-median", "world-draws", "draws"],
  ...["submitted-over-visible", "allocated", "first-frame", "complete", "parse-rate", "memory"],
);

const ABLATED = pickMetrics(
  ...["js-median", "js-p99", "gpu-median", "world-draws", "draws", "triangles", "memory"],
);

const isPlain = (run: BenchRun) => run.without.length === 0;

/** The plain runs, a row a map. */
export function tabulateReport({ runs }: BenchReport): TableRow[] {
  return runs.filter(isPlain).map((run) => ({
    map: run.map,
    ...Object.fromEntries(MAIN.map((metric) => [metric.label, formatMetric(metric, run)])),
  }));
}

/** What each switch is worth: the run without it, and in brackets its ratio to the plain run. */
export function tabulateAblations({ runs }: BenchReport): TableRow[] {
  return runs
    .filter((run) => !isPlain(run))
    .map((run) => {
      const plain = runs.find((other) => other.map === run.map && isPlain(other));
      const cell = (metric: Metric): string => {
        const now = readMetric(metric, run);
        const before = plain ? readMetric(metric, plain) : null;
        const text = formatMetric(metric, run);
        return now !== null && before !== null && before > 0
          ? `${text} (${formatRatio(now / before)})`
          : text;
      };
      return {
        map: run.map,
        without: describeWithout(run.without).replace("without ", ""),
        ...Object.fromEntries(ABLATED.map((metric) => [metric.label, cell(metric)])),
      };
    });
}

/** The second report's figures over the first's. */
export function tabulateComparison({ rows }: Comparison): TableRow[] {
  return rows.map(({ map, size, without, figures }) => ({
    map,
    size: size.join("x"),
    without: describeWithout(without).replace("without ", "") || "-",
    ...Object.fromEntries(
      figures.map(({ label, ratio }) => [label, ratio === null ? "-" : formatRatio(ratio)]),
    ),
  }));
}
