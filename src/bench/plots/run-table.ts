/** The figures of all runs as a table: for the page, for a file, and as text to paste. */

import type { BenchReport } from "../report.ts";
import { type MarkupNode, node } from "./markup.ts";
import { formatMetric, type Metric, pickMetrics } from "./metrics.ts";
import { groupByMap, type PlotRun } from "./plot-runs.ts";

const METRICS = pickMetrics(
  ...["js-median", "js-p95", "js-p99", "js-p999", "js-worst", "hitches"],
  ...["gpu-median", "gpu-p99", "draws", "triangles", "submitted-over-visible", "instances"],
  ...["allocated", "first-frame", "complete", "parse-rate", "lightmap-fill", "memory"],
);

export interface RunTable {
  readonly head: readonly string[];
  /** The first cell names the row. */
  readonly rows: readonly (readonly string[])[];
}

/** A row for each run, those of one map together. */
export function buildRunTable(reports: readonly BenchReport[]): RunTable {
  const maps = groupByMap(reports);
  const rows = maps.flatMap(({ map, plain, ablated }) =>
    [...plain, ...ablated].map((one) => [nameRun(map, one), ...METRICS.map(readCell(one))]),
  );
  return { head: ["Map", ...METRICS.map(({ label }) => label)], rows };
}

const readCell =
  ({ run }: PlotRun) =>
  (metric: Metric) =>
    formatMetric(metric, run);

function nameRun(map: string, { shortLabel }: PlotRun): string {
  return shortLabel === "" ? map : `${map} (${shortLabel})`;
}

export function buildTableMarkup({ head, rows }: RunTable, caption: string): MarkupNode {
  const [first, ...columns] = head;
  return node(
    "div",
    { class: "plot-scroll plot-table", tabindex: "0", role: "region", "aria-label": caption },
    node(
      "table",
      {},
      node(
        "thead",
        {},
        node(
          "tr",
          {},
          node("th", { scope: "col" }, first),
          ...columns.map((name) => node("th", { scope: "col" }, name)),
        ),
      ),
      node(
        "tbody",
        {},
        ...rows.map(([name, ...cells]) =>
          node(
            "tr",
            {},
            node("th", { scope: "row" }, name),
            ...cells.map((cell) => node("td", {}, cell)),
          ),
        ),
      ),
    ),
  );
}

/** As Markdown, which a spreadsheet takes as well; bars in names are escaped. */
export function formatTableText({ head, rows }: RunTable): string {
  const clean = (cell: string): string =>
    cell.replaceAll("\\", "\\\\").replaceAll("|", "\\|").replace(/\s+/g, " ");
  const line = (cells: readonly string[]): string => `| ${cells.map(clean).join(" | ")} |`;
  const rule = `|${head.map((_, i) => (i === 0 ? " --- " : " ---: ")).join("|")}|`;
  return `${[line(head), rule, ...rows.map(line)].join("\n")}\n`;
}
