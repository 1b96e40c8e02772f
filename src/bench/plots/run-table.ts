/** The figures of all runs as a table, for pages, files and plain text. */

import type { BenchReport } from "../report/report.ts";
import { formatInterval, formatMetric, type Metric, pickMetrics, readInterval } from "./metrics.ts";
import { groupByMap, type PlotRun } from "./plot-runs.ts";

// Elements as plain data, which the page turns into DOM nodes and the command into a file. Text
// from reports appears only as children or attribute values, which are escaped in one place.

export type MarkupChild = MarkupNode | string;

export interface MarkupNode {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly MarkupChild[];
}

/** Undefined attributes are left out. Numbers are pixels, with at most two decimals. */
export type MarkupAttributes = Readonly<Record<string, string | number | undefined>>;

/** Valid tag and attribute names, which come from code, never from a file. */
const NAME = /^[a-zA-Z][a-zA-Z0-9:-]*$/;

const VOID_TAGS = new Set(["meta", "input", "br", "hr", "link"]);

/**
 * Formats pixels with two decimals, finer than any screen. Throws on NaN, because a browser would
 * drop the whole path.
 */
function formatPixels(value: number): string {
  if (!Number.isFinite(value))
    throw new Error(`visleaf bug: ${value} is not a position in a chart`);
  return String(Math.round(value * 100) / 100 || 0);
}

/** Makes a node. Throws on an invalid name. */
export function node(
  tag: string,
  attributes: MarkupAttributes = {},
  ...children: readonly MarkupChild[]
): MarkupNode {
  const written: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    if (!NAME.test(name)) throw new Error(`visleaf bug: "${name}" is not an attribute's name`);
    written[name] = typeof value === "number" ? formatPixels(value) : value;
  }
  if (!NAME.test(tag)) throw new Error(`visleaf bug: "${tag}" is not an element's name`);
  return { tag, attributes: written, children };
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Control characters except tab and newline, lone surrogates, and bidirectional control characters.
 */
const FORBIDDEN = /(?![\t\n])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu;

/** Replaces forbidden characters by U+FFFD. */
export function cleanText(text: string): string {
  return text.replace(FORBIDDEN, "\uFFFD");
}

/** Escapes text for HTML and XML, between tags and in quoted attributes. */
export function escapeMarkup(text: string): string {
  return cleanText(text).replace(/[&<>"']/g, (char) => ENTITIES[char]);
}

/** Serializes a node as HTML; SVG inside is also well-formed XML. */
export function toMarkup(child: MarkupChild): string {
  if (typeof child === "string") return escapeMarkup(child);
  const { tag, attributes, children } = child;
  let open = `<${tag}`;
  for (const [name, value] of Object.entries(attributes)) {
    open += ` ${name}="${escapeMarkup(value)}"`;
  }
  if (VOID_TAGS.has(tag)) return `${open}>`;
  return `${open}>${children.map(toMarkup).join("")}</${tag}>`;
}

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
