/** The figures of all runs as a table: for the page, for a file, and as text to paste. */

import type { BenchReport } from "../report/report.ts";
import { formatInterval, formatMetric, type Metric, pickMetrics, readInterval } from "./metrics.ts";
import { groupByMap, type PlotRun } from "./plot-runs.ts";

// Elements as plain data: the page makes DOM nodes of them, the command a file. Text from reports goes
// in as children or attribute values only, and those are escaped in one place.

export type MarkupChild = MarkupNode | string;

export interface MarkupNode {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly MarkupChild[];
}

/** Attributes that are undefined are left out; numbers are pixels and get two decimals at most. */
export type MarkupAttributes = Readonly<Record<string, string | number | undefined>>;

/** What elements of a chart are: the tag names and attribute names are the code's, never a file's. */
const NAME = /^[a-zA-Z][a-zA-Z0-9:-]*$/;

const VOID_TAGS = new Set(["meta", "input", "br", "hr", "link"]);

/** Two decimals are finer than any screen. NaN is a bug: a browser would drop the whole path. */
function formatPixels(value: number): string {
  if (!Number.isFinite(value)) throw new Error(`visleaf bug: ${value} is no place in a chart`);
  return String(Math.round(value * 100) / 100 || 0);
}

/** Makes a node. Throws on a name that could not be written as it is. */
export function node(
  tag: string,
  attributes: MarkupAttributes = {},
  ...children: readonly MarkupChild[]
): MarkupNode {
  const written: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    if (!NAME.test(name)) throw new Error(`visleaf bug: "${name}" is no attribute's name`);
    written[name] = typeof value === "number" ? formatPixels(value) : value;
  }
  if (!NAME.test(tag)) throw new Error(`visleaf bug: "${tag}" is no element's name`);
  return { tag, attributes: written, children };
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Controls but tab and newline, halves of characters, and marks that turn the writing direction. */
const FORBIDDEN = /(?![\t\n])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu;

/** Text that may stand in any document: what may not is U+FFFD. */
export function cleanText(text: string): string {
  return text.replace(FORBIDDEN, "\uFFFD");
}

/** Text as it may stand in HTML and XML, between tags and in quoted attributes. */
export function escapeMarkup(text: string): string {
  return cleanText(text).replace(/[&<>"']/g, (char) => ENTITIES[char]);
}

/** A node as HTML; the SVG in it is well-formed XML, too. */
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
