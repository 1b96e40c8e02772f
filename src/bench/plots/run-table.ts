/** The figures of all runs as a table, for pages, files and plain text. */

import type { BenchReport } from "../report/report.ts";
import { type MarkupNode, node } from "./markup.ts";
import { formatInterval, formatMetric, type Metric, pickMetrics, readInterval } from "./metrics.ts";
import { groupByMap, type PlotRun } from "./plot-runs.ts";

/** Metrics by group. They are the rows, because a page has room for more rows than columns. */
const GROUPS: readonly (readonly [title: string, metrics: readonly Metric[]])[] = [
  [
    "JavaScript of a frame",
    pickMetrics(
      ...["js-p10", "js-median", "js-p95", "js-p99", "js-p999", "js-worst"],
      ...["encode-median", "submit-median", "submit-p95", "floor-median", "floor-p95"],
      ...["hitches", "allocated"],
    ),
  ],
  ["GPU of a frame", pickMetrics("gpu-p10", "gpu-median", "gpu-p95", "gpu-p99")],
  [
    "Drawn",
    pickMetrics("draws", "world-draws", "triangles", "submitted-over-visible", "instances"),
  ],
  [
    "Load and memory",
    pickMetrics(
      ...["first-frame", "complete", "first-visit", "parse-rate", "lightmap-fill", "memory"],
    ),
  ],
];

export interface TableCell {
  readonly value: string;
  /** 95 % confidence interval of the median; empty if unknown or for counts. */
  readonly range: string;
}

export interface TableRow {
  readonly name: string;
  readonly cells: readonly TableCell[];
}

export interface RunTable {
  /** Column heads: the metrics, then one for each run. */
  readonly head: readonly string[];
  readonly groups: readonly { readonly title: string; readonly rows: readonly TableRow[] }[];
}

/** Builds a column for each run, grouped by map. */
export function buildRunTable(reports: readonly BenchReport[]): RunTable {
  const runs = groupByMap(reports).flatMap(({ map, plain, ablated }) =>
    [...plain, ...ablated].map((one) => ({ name: nameRun(map, one), run: one.run })),
  );
  const readCell = (metric: Metric, { run }: (typeof runs)[number]): TableCell => {
    const interval = readInterval(metric, run);
    const range = interval === null ? "" : formatInterval(interval, metric.format);
    return { value: formatMetric(metric, run), range };
  };
  return {
    head: ["Figure", ...runs.map(({ name }) => name)],
    groups: GROUPS.map(([title, metrics]) => ({
      title,
      rows: metrics.map((metric) => ({
        name: metric.label,
        cells: runs.map((one) => readCell(metric, one)),
      })),
    })),
  };
}

function nameRun(map: string, { shortLabel }: PlotRun): string {
  return shortLabel === "" ? map : `${map} (${shortLabel})`;
}

/** Builds a table for each group, side by side if there is room. */
export function buildTableMarkup({ head, groups }: RunTable, caption: string): MarkupNode {
  const [, ...columns] = head;
  const buildRow = ({ name, cells }: TableRow): MarkupNode =>
    node(
      "tr",
      {},
      node("th", { scope: "row" }, name),
      ...cells.map(({ value, range }) =>
        node("td", {}, value, ...(range === "" ? [] : [node("small", {}, range)])),
      ),
    );
  const buildGroup = ({ title, rows }: RunTable["groups"][number]): MarkupNode =>
    node(
      "div",
      {
        class: "plot-scroll plot-table",
        tabindex: "0",
        role: "region",
        "aria-label": `${caption}: ${title}`,
      },
      node(
        "table",
        {},
        node(
          "thead",
          {},
          node(
            "tr",
            {},
            node("th", { scope: "col" }, title),
            ...columns.map((name) => node("th", { scope: "col" }, name)),
          ),
        ),
        node("tbody", {}, ...rows.map(buildRow)),
      ),
    );
  return node("div", { class: "plot-tables" }, ...groups.map(buildGroup));
}

/** Formats the table as Markdown, which spreadsheets accept too. Bars in names are escaped. */
export function formatTableText({ head, groups }: RunTable): string {
  const clean = (cell: string): string =>
    cell.replaceAll("\\", "\\\\").replaceAll("|", "\\|").replace(/\s+/g, " ");
  const line = (cells: readonly string[]): string => `| ${cells.map(clean).join(" | ")} |`;
  const rule = `|${head.map((_, i) => (i === 0 ? " --- " : " ---: ")).join("|")}|`;
  const rows = groups.flatMap((group) => group.rows);
  const lines = rows.map(({ name, cells }) =>
    line([name, ...cells.map(({ value, range }) => (range ? `${value} (${range})` : value))]),
  );
  return `${[line(head), rule, ...lines].join("\n")}\n`;
}
