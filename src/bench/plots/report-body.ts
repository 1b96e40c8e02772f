/** Builds the content of a report page from one or more reports. */

import { describeBusyReport } from "../report/busy.ts";
import type { BenchReport, BenchRun } from "../report/report.ts";
import { buildAblationFigure, buildComparisonFigure } from "./comparison-charts.ts";
import {
  buildEmpty,
  buildFigure,
  buildPicture,
  buildText,
  buildXAxis,
  buildYAxis,
  createLinearScale,
  createLogScale,
  type FigureText,
  type PlotArea,
  round,
} from "./figure.ts";
import { buildFrameTimeFigure, buildHistogramFigure } from "./frame-time-charts.ts";
import { type MarkupNode, node } from "./markup.ts";
import {
  formatCount,
  formatMetric,
  formatTick,
  type Metric,
  pickMetrics,
  readMetric,
  readRounds,
} from "./metrics.ts";
import { buildPassFigure } from "./pass-chart.ts";
import { groupByMap, letterOf, nameReports, type PlotMap, type PlotRun } from "./plot-runs.ts";
import { buildRunTable, buildTableMarkup } from "./run-table.ts";

// Charts of metrics over the sizes of generated maps, which show what grows with a map.

interface Panel {
  readonly metric: Metric;
  /** Axis: name of its unit, and the unit's size in the metric's unit. */
  readonly unit: string;
  readonly unitSize: number;
  readonly isLog: boolean;
}

const [JS, DRAWS, COMPLETE, MEMORY] = pickMetrics("js-median", "draws", "complete", "memory");

const PANELS: readonly Panel[] = [
  { metric: JS, unit: "ms", unitSize: 1, isLog: false },
  { metric: DRAWS, unit: "", unitSize: 1, isLog: false },
  { metric: COMPLETE, unit: "ms", unitSize: 1, isLog: true },
  { metric: MEMORY, unit: "MiB", unitSize: 2 ** 20, isLog: true },
];

const PANEL_HEIGHT = 210;
/** Width in pixels below which the panels are stacked. */
const WIDE = 620;

export interface ScalingPoint {
  readonly map: string;
  readonly size: number;
  readonly value: number;
}

/**
 * Name of a map made by `visleaf compile --generate`, with the requested number of faces, such as
 * `maze-56000-props-10000`, `rooms-5000`, `generated_20k`.
 */
const GENERATED = /^(?:rooms|maze|generated|gen)[-_ ]?(\d+)(k?)(?![a-z0-9])/i;

/** Returns the requested faces of a generated map, or `null` for other maps. */
export function generatedFaces(map: string): number | null {
  const match = GENERATED.exec(map);
  if (!match) return null;
  return Number(match[1]) * (match[2] ? 1000 : 1);
}

/** Returns plain runs of generated maps, smallest first. A chart needs two. */
function listScalingRuns(runs: readonly BenchRun[]): BenchRun[] {
  return runs
    .filter((run) => run.without.length === 0 && (generatedFaces(run.map) ?? 0) > 0)
    .sort((a, b) => generatedFaces(a.map)! - generatedFaces(b.map)!);
}

export function buildScalingPoints(runs: readonly BenchRun[], metric: Metric): ScalingPoint[] {
  return listScalingRuns(runs).flatMap((run) => {
    const value = readMetric(metric, run);
    return value === null ? [] : [{ map: run.map, size: generatedFaces(run.map)!, value }];
  });
}

function buildScalingFigure(runs: readonly BenchRun[], width: number): MarkupNode {
  const text: FigureText = {
    title: "Growth with the map",
    note: "Generated maps, by the number of requested faces. Load time and memory are logarithmic.",
  };
  const panels = PANELS.map((panel) => ({
    ...panel,
    points: buildScalingPoints(runs, panel.metric),
  })).filter(({ points }) => points.length > 1);
  if (panels.length === 0)
    return buildEmpty("scaling", text, "This chart needs two generated maps.");
  const columns = width < WIDE ? 1 : 2;
  const panelWidth = width / columns;
  const height = Math.ceil(panels.length / columns) * PANEL_HEIGHT;
  const parts = panels.flatMap(({ points, ...panel }, i) => {
    const left = (i % columns) * panelWidth;
    const top = Math.floor(i / columns) * PANEL_HEIGHT;
    const area: PlotArea = {
      left: left + 64,
      top: top + 30,
      right: left + panelWidth - 24,
      bottom: top + PANEL_HEIGHT - 42,
    };
    return buildPanel(panel, points, area, i);
  });
  const summary = panels.map(({ metric, points }) => {
    const told = points.map(({ size, value }) => `${metric.format(value)} at ${size} faces`);
    return `${metric.label}: ${told.join(", ")}`;
  });
  return buildFigure(
    "scaling",
    text,
    [],
    buildPicture(width, height, `Growth with the map. ${summary.join("; ")}.`, ...parts),
  );
}

function buildPanel(
  { metric, unit, unitSize, isLog }: Panel,
  points: readonly ScalingPoint[],
  area: PlotArea,
  color: number,
): MarkupNode[] {
  const values = points.map(({ value }) => value / unitSize);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const range = [area.bottom, area.top] as const;
  const y = isLog && low > 0 ? createLogScale(low, high, range) : createLinearScale(high, range, 4);
  const x = createLogScale(points[0].size, points[points.length - 1].size, [area.left, area.right]);
  const places = points.map(
    ({ size, value }) => `${round(x.at(size))} ${round(y.at(value / unitSize))}`,
  );
  const title = unit === "" ? metric.label : `${metric.label}, ${unit}`;
  return [
    buildText(area.left, area.top - 12, title, "start", "is-panel"),
    ...buildYAxis(y, area, formatTick),
    ...buildXAxis(x, area, formatTick),
    buildText((area.left + area.right) / 2, area.bottom + 34, "faces", "middle", "is-unit"),
    node(
      "g",
      { class: `c${color}` },
      node("path", { class: "plot-line", d: `M${places.join("L")}` }),
      ...points.map(({ map, size, value }) =>
        node(
          "circle",
          { class: "plot-point", cx: x.at(size), cy: y.at(value / unitSize), r: 4 },
          node("title", {}, `${map}: ${metric.format(value)}`),
        ),
      ),
    ),
  ];
}

// Tables of single rounds, in a fold below a map's charts.

const METRICS = pickMetrics(
  ...["js-p10", "js-median", "js-p95", "js-p99", "js-worst", "gpu-median", "gpu-p99"],
  ...["first-visit", "first-frame", "complete"],
);

/** Builds a table for each run with rounds; older reports have none. */
function buildRoundTables(runs: readonly PlotRun[]): MarkupNode[] {
  return runs.filter(({ run }) => run.rounds.length > 0).map(buildRounds);
}

function buildRounds({ run, label }: PlotRun): MarkupNode {
  const count = run.rounds.length;
  const name = ["Each round", label].filter(Boolean).join(", ");
  const head = run.rounds.map((_, i) => node("th", { scope: "col" }, String(i + 1)));
  const rows = METRICS.flatMap((metric) => {
    const values = readRounds(metric, run);
    if (values.every((value) => value === null)) return [];
    const cells = Array.from({ length: count }, (_, i) => {
      const value = values[i] ?? null;
      return node("td", {}, value === null ? "–" : metric.format(value));
    });
    return [node("tr", {}, node("th", { scope: "row" }, metric.label), ...cells)];
  });
  return node(
    "details",
    { class: "plot-rounds" },
    node("summary", {}, name),
    node(
      "div",
      { class: "plot-scroll plot-table", tabindex: "0", role: "region", "aria-label": name },
      node(
        "table",
        {},
        node("thead", {}, node("tr", {}, node("th", { scope: "col" }, "Round"), ...head)),
        node("tbody", {}, ...rows),
      ),
    ),
  );
}

/** Width in pixels below which charts are scrolled, because their labels would overlap. */
const MIN_WIDTH = 340;

const HEADLINES = pickMetrics(
  ...["js-median", "js-p99", "gpu-median", "draws", "complete", "memory"],
);

/**
 * Builds the body from at least one report.
 *
 * @param width chart width in pixels
 * @param narrowWidth chart width on narrow screens, for a document that cannot redraw; charts with
 * words at their end appear in both widths, and the style sheet shows the fitting one
 */
export function buildReportBody(
  reports: readonly BenchReport[],
  width: number,
  narrowWidth: number | null = null,
): MarkupNode[] {
  const chartWidth = Math.max(MIN_WIDTH, Math.floor(width));
  const maps = groupByMap(reports);
  const runs = reports.flatMap((report) => report.runs);
  const parts: MarkupNode[] = buildHeads(reports);
  if (maps.length === 0) {
    parts.push(node("p", { class: "plot-empty" }, "No run was finished."));
    return parts;
  }
  parts.push(buildTableMarkup(buildRunTable(reports), "All runs"));
  if (listScalingRuns(runs).length > 1) parts.push(buildScalingFigure(runs, chartWidth));
  parts.push(...maps.map((map, i) => buildMap(map, chartWidth, narrowWidth, i)));
  return parts;
}

/** Letters above which a fact spans two columns. */
const LONG_FACT = 48;

type Fact = readonly [name: string, value: string];

/** Builds a list for one report, or a table that highlights differences for several. */
function buildHeads(reports: readonly BenchReport[]): MarkupNode[] {
  const names = nameReports(reports);
  const partial = reports.flatMap(({ partial }, i) => {
    if (partial === null) return [];
    const name = names[i] === "" ? "" : `${letterOf(i)} is `;
    return [node("p", { class: "plot-partial" }, `${name}partial: ${partial}`)];
  });
  const facts = reports.map(listFacts);
  return [
    ...reports.flatMap((report, i) => buildBusy(report, names[i])),
    facts.length === 1 ? buildFactList(facts[0]) : buildFactTable(facts),
    ...partial,
  ];
}

/**
 * Builds the warning about other load on the machine, placed first because it affects all figures.
 */
function buildBusy(report: BenchReport, name: string): MarkupNode[] {
  const busy = describeBusyReport(report);
  if (busy === null) return [];
  const whose = name === "" ? "W" : `${name}: w`;
  return [node("p", { class: "plot-busy" }, `${whose}hen this was measured, ${busy}.`)];
}

function buildFactList(facts: readonly Fact[]): MarkupNode {
  return node(
    "dl",
    { class: "plot-facts" },
    ...facts.map(([name, value]) => {
      const kind = value.length > LONG_FACT ? { class: "is-long" } : {};
      return node("div", kind, node("dt", {}, name), node("dd", {}, value));
    }),
  );
}

function buildFactTable(reports: readonly (readonly Fact[])[]): MarkupNode {
  const row = ([name]: Fact, i: number): MarkupNode => {
    const values = reports.map((facts) => facts[i][1]);
    const isSame = values.every((value) => value === values[0]);
    return node(
      "tr",
      isSame ? { class: "plot-equal" } : {},
      node("th", { scope: "row" }, name),
      ...values.map((value) => node("td", {}, value)),
    );
  };
  const head = reports.map((_, i) => node("th", { scope: "col" }, `Report ${letterOf(i)}`));
  return node(
    "div",
    { class: "plot-scroll plot-heads", tabindex: "0", role: "region", "aria-label": "Reports" },
    node(
      "table",
      {},
      node("thead", {}, node("tr", {}, node("td", {}), ...head)),
      node("tbody", {}, ...reports[0].map(row)),
    ),
  );
}

const BACKENDS: Readonly<Record<string, string>> = {
  page: "a page",
  chromium: "Headless Chromium",
  dawn: "Dawn in Node",
};

function listFacts({ adapter, environment, settings }: BenchReport): Fact[] {
  const { visleaf, commit, backend, host, cores, features, clockMs, date } = environment;
  const { loadAverage, timerJitterMs } = environment;
  const { side, fov, frames, repeat, path } = settings;
  const load = typeof loadAverage !== "number" ? "" : `, load ${loadAverage.toFixed(1)}`;
  const jitter =
    timerJitterMs === null ? "" : `, timers up to ${timerJitterMs.toFixed(1)}\u00a0ms late`;
  return [
    ["Adapter", adapter],
    ["Runs in", BACKENDS[backend] ?? backend],
    ["Machine", `${formatCount(cores)} cores${load}${jitter}; clock step ${clockMs}\u00a0ms`],
    ["visleaf", commit === null ? visleaf : `${visleaf}, commit ${commit.slice(0, 12)}`],
    ["Date", date.replace("T", " ").replace(/(?:\.\d+)?Z$/, " UTC")],
    ["Path", `${path}, ${formatCount(frames)} frames, ${repeat} rounds, field of view ${fov}°`],
    ["Light", side.toUpperCase()],
    ["Host", host],
    ["WebGPU features", features.join(", ") || "none of the optional ones"],
  ];
}

function buildMap(
  map: PlotMap,
  width: number,
  narrowWidth: number | null,
  index: number,
): MarkupNode {
  const { plain, ablated } = map;
  const atBoth = (build: (width: number) => MarkupNode): MarkupNode[] =>
    narrowWidth === null
      ? [build(width)]
      : [
          node("div", { class: "plot-at-wide" }, build(width)),
          node("div", { class: "plot-at-narrow" }, build(narrowWidth)),
        ];
  const first = (plain[0] ?? ablated[0]).run;
  const size = `${first.size[0]}×${first.size[1]}, ${formatCount(first.frames)} frames`;
  const parts: MarkupNode[] = [
    node("h2", {}, map.map, " ", node("small", {}, `${size}, SHA-256 ${map.sha256.slice(0, 12)}`)),
  ];
  if (plain.length === 1) parts.push(buildHeadlines(plain[0].run));
  if (plain.length > 1) parts.push(...atBoth((at) => buildComparisonFigure(plain, at)));
  if (plain.length > 0) {
    parts.push(
      buildFrameTimeFigure(plain, width, `plot-axis-${index}`),
      buildHistogramFigure(plain, width),
      ...atBoth((at) => buildPassFigure(plain, at)),
    );
  }
  if (ablated.length > 0) parts.push(...atBoth((at) => buildAblationFigure(map, at)));
  parts.push(...buildRoundTables([...plain, ...ablated]));
  return node("section", { class: "plot-map" }, ...parts);
}

function buildHeadlines(run: BenchReport["runs"][number]): MarkupNode {
  return node(
    "dl",
    { class: "plot-figures" },
    ...HEADLINES.map((metric) =>
      node("div", {}, node("dt", {}, metric.label), node("dd", {}, formatMetric(metric, run))),
    ),
  );
}
