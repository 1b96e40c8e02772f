/** One or more reports as everything that is shown of them, top to bottom. */

import { describeBusyReport } from "../noise/busy.ts";
import type { BenchReport } from "../report/report.ts";
import { buildAblationFigure } from "./ablation-chart.ts";
import { buildComparisonFigure } from "./comparison-chart.ts";
import { formatCount } from "./format-value.ts";
import { buildFrameTimeFigure } from "./frame-time-chart.ts";
import { buildHistogramFigure } from "./histogram-chart.ts";
import { type MarkupNode, node } from "./markup.ts";
import { formatMetric, pickMetrics } from "./metrics.ts";
import { buildPassFigure } from "./pass-chart.ts";
import { groupByMap, letterOf, nameReports, type PlotMap } from "./plot-runs.ts";
import { buildRoundTables } from "./round-table.ts";
import { buildRunTable, buildTableMarkup } from "./run-table.ts";
import { buildScalingFigure, listScalingRuns } from "./scaling-chart.ts";

/** Charts narrower than this are scrolled instead: their labels would run into each other. */
const MIN_WIDTH = 340;

const HEADLINES = pickMetrics(
  ...["js-median", "js-p99", "gpu-median", "draws", "complete", "memory"],
);

/**
 * At least one report.
 * @param width pixels that the charts may take
 * @param narrowWidth the same on a narrow screen, for a document that is not drawn anew: charts that
 * end in words are in it for both, and its style sheet shows the one that fits
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

/** Letters; more get two columns. */
const LONG_FACT = 48;

type Fact = readonly [name: string, value: string];

/** Of one report a list; of several a table, in which what differs stands out. */
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

/** Above all else: whoever reads the figures is to know first what they are worth. */
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
  chromium: "Chromium without a window",
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
