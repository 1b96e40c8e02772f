/** The figures of all runs as a table: for the page, for a file, and as text to paste. */

import type { BenchReport } from "../report/report.ts";
import { formatInterval } from "./format-value.ts";
import { type MarkupNode, node } from "./markup.ts";
import { formatMetric, type Metric, pickMetrics, readInterval } from "./metrics.ts";
import { groupByMap, type PlotRun } from "./plot-runs.ts";

/** Figures down, runs across: a page has room for many rows and for few columns. */
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
  /** Between what the median lies with 95 % confidence; empty: not known, or counted. */
  readonly range: string;
}

export interface TableRow {
  readonly name: string;
  readonly cells: readonly TableCell[];
}

export interface RunTable {
  /** The first names the figures, the others the runs. */
  readonly head: readonly string[];
  readonly groups: readonly { readonly title: string; readonly rows: readonly TableRow[] }[];
}

/** A column for each run, those of one map together. */
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

/** A table for each group of figures: side by side where there is room. */
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

/** As Markdown, which a spreadsheet takes as well; bars in names are escaped. */
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
