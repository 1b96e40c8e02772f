/**
 * Charts of frame times, JavaScript and GPU of several runs: along the path with time budgets, and
 * as a histogram.
 */

import { HITCH_MS } from "../report/report.ts";
import {
  buildEmpty,
  buildFigure,
  buildPicture,
  buildReadout,
  buildText,
  buildXAxis,
  buildYAxis,
  createLinearScale,
  createLogScale,
  type FigureText,
  type LegendEntry,
  type PlotArea,
  round,
  type Scale,
} from "./figure.ts";
import { type MarkupNode, node } from "./markup.ts";
import { formatCount, formatMs, formatTick, shorten } from "./metrics.ts";
import {
  type FrameSeries,
  isTime,
  pickFrames,
  splitIntoColumns,
  timeRange,
  worstOf,
} from "./pass-chart.ts";
import type { PlotRun } from "./plot-runs.ts";

export type TimeAxis = "log" | "linear";

export interface ChartLimit {
  readonly ms: number;
  readonly label: string;
  readonly isHitch: boolean;
}

/** Frame times at common refresh rates, and the hitch limit. */
export const CHART_LIMITS: readonly ChartLimit[] = [
  { ms: 1000 / 60, label: "60 Hz 16.7 ms", isHitch: false },
  { ms: 1000 / 120, label: "120 Hz 8.3 ms", isHitch: false },
  { ms: HITCH_MS, label: `JS hitch ${HITCH_MS} ms`, isHitch: true },
];

const PATH_HEIGHT = 300;
/** Width in pixels from which the limits' names stand beside the picture. */
const WIDE = 600;
const LIMIT_WIDTH = 104;
/** Most columns for the pointer; narrower ones are hard to hit. */
const MAX_COLUMNS = 160;
/** Most series in a frame's readout. */
const MAX_READ_OUT = 4;

const PATH_TEXT: FigureText = {
  title: "Frame time over the path",
  note: "Median of the measured rounds for each frame of the path, GPU idle before each.",
};

export function listFrameSeries(runs: readonly PlotRun[]): FrameSeries[] {
  return runs.flatMap(({ run, label, shortLabel, color }) => {
    const build = (kind: "js" | "gpu", seriesColor: number): FrameSeries => {
      const name = kind.toUpperCase();
      return {
        label: [name, label].filter(Boolean).join(", "),
        shortLabel: [name, shortLabel].filter(Boolean).join(" "),
        kind,
        color: seriesColor,
        // A foreign report may lack samples in some runs.
        values: run.samples[kind] ?? [],
      };
    };
    const js = build("js", color);
    // With a single run, the two lines can have different colours.
    const gpu = build("gpu", runs.length > 1 ? color : 1);
    return gpu.values.some(isTime) ? [js, gpu] : [js];
  });
}

const listLegend = (series: readonly FrameSeries[]): LegendEntry[] =>
  series.map(({ label, kind, color }) => ({
    label,
    color,
    mark: kind === "js" ? "line" : "dashed",
  }));

/**
 * Builds both axes and a switch between them that needs no script. `id` is unique in the document.
 */
export function buildFrameTimeFigure(
  runs: readonly PlotRun[],
  width: number,
  id: string,
): MarkupNode {
  const series = listFrameSeries(runs);
  if (timeRange(series) === null)
    return buildEmpty("frame-time", PATH_TEXT, "No frame was measured.");
  const choice = (axis: TimeAxis, label: string): MarkupNode =>
    node(
      "label",
      {},
      node("input", {
        type: "radio",
        name: id,
        class: `plot-choose-${axis}`,
        ...(axis === "log" ? { checked: "" } : {}),
      }),
      label,
    );
  return buildFigure(
    "frame-time",
    PATH_TEXT,
    listLegend(series),
    node(
      "div",
      { class: "plot-choice", role: "radiogroup", "aria-label": "Time axis" },
      choice("log", "Logarithmic"),
      choice("linear", "Linear"),
    ),
    ...(["log", "linear"] as const).map((axis) =>
      node("div", { class: `plot-on-${axis}` }, buildFrameTimeChart(series, width, axis)),
    ),
  );
}

/** Returns the limits that fit the axis. A linear axis is not extended to a far limit. */
function listLimits(axis: TimeAxis, high: number): ChartLimit[] {
  return CHART_LIMITS.filter(({ ms }) => axis === "log" || ms <= high * 1.5);
}

export function createTimeScale(
  series: readonly FrameSeries[],
  axis: TimeAxis,
  area: PlotArea,
): Scale {
  const { low, high } = timeRange(series) ?? { low: 0.1, high: 1 };
  const top = Math.max(high, ...listLimits(axis, high).map(({ ms }) => ms));
  const range = [area.bottom, area.top] as const;
  return axis === "log" ? createLogScale(low, top, range) : createLinearScale(top, range);
}

export function buildFrameTimeChart(
  series: readonly FrameSeries[],
  width: number,
  axis: TimeAxis,
): MarkupNode {
  const right = width - (width < WIDE ? 14 : LIMIT_WIDTH);
  const area: PlotArea = { left: 52, top: 40, right, bottom: PATH_HEIGHT - 44 };
  const frameCount = Math.max(1, ...series.map(({ values }) => values.length));
  const time = createTimeScale(series, axis, area);
  const frame = createFrameScale(frameCount, area);
  return buildPicture(
    width,
    PATH_HEIGHT,
    summarizePath(series, frameCount),
    ...buildYAxis(time, area, formatTick),
    ...buildXAxis(frame, area, formatTick),
    buildText(area.left - 8, area.top - 12, "ms", "end", "is-unit"),
    buildText(
      (area.left + area.right) / 2,
      PATH_HEIGHT - 8,
      "frame of the path",
      "middle",
      "is-unit",
    ),
    ...buildLimits(time, listLimits(axis, timeRange(series)?.high ?? 0), area, width >= WIDE),
    ...series.map((one) => buildLine(one, frame, time, area)),
    node("g", { class: "plot-hits" }, ...buildColumns(series, frameCount, frame, time, area)),
  );
}

/** Creates the scale of frames 0 to n − 1 from edge to edge. A single frame is centred. */
function createFrameScale(frameCount: number, area: PlotArea): Scale {
  const last = frameCount - 1;
  const nice = createLinearScale(Math.max(last, 1), [0, 1], 8);
  const middle = (area.left + area.right) / 2;
  return {
    domain: [0, last],
    ticks: last === 0 ? [0] : nice.ticks.filter((tick) => Number.isInteger(tick) && tick <= last),
    minorTicks: [],
    at: (value) => (last === 0 ? middle : area.left + (value / last) * (area.right - area.left)),
  };
}

function buildLimits(
  time: Scale,
  limits: readonly ChartLimit[],
  area: PlotArea,
  isBeside: boolean,
): MarkupNode[] {
  return limits.flatMap(({ ms, label, isHitch }) => {
    const y = time.at(ms);
    const kind = isHitch ? "plot-limit is-hitch" : "plot-limit";
    // The hitch limit and a 120 Hz frame nearly coincide, so one has its name below the line.
    const name = isBeside
      ? buildText(area.right + 8, isHitch ? y + 13 : y - 1, label, "start", "is-limit")
      : buildText(area.right - 4, isHitch ? y + 13 : y - 5, label, "end", "is-limit");
    return [node("path", { class: kind, d: `M${area.left} ${round(y)}H${area.right}` }), name];
  });
}

/** Builds a line. Frames without a measurement leave a gap; a frame between two gaps is a dot. */
function buildLine(series: FrameSeries, frame: Scale, time: Scale, area: PlotArea): MarkupNode {
  let path = "";
  let isOpen = false;
  for (const index of pickFrames(series.values, Math.max(1, Math.floor(area.right - area.left)))) {
    const value = series.values[index];
    if (!isTime(value)) {
      isOpen = false;
      continue;
    }
    const place = `${round(frame.at(index))} ${round(time.at(value))}`;
    path += isOpen ? `L${place}` : `M${place}h0`;
    isOpen = true;
  }
  const dashed = series.kind === "gpu" ? " is-dashed" : "";
  return node("path", { class: `plot-line c${series.color}${dashed}`, d: path });
}

/** Builds columns that show the times of their frames when pointed at or selected by keys. */
function buildColumns(
  series: readonly FrameSeries[],
  frameCount: number,
  frame: Scale,
  time: Scale,
  area: PlotArea,
): MarkupNode[] {
  const columns = splitIntoColumns(frameCount, MAX_COLUMNS);
  const stripWidth = (area.right - area.left) / columns.length;
  return columns.map((column, i) => {
    const { firstFrame, endFrame } = column;
    const values = series.map((one) => ({ one, worst: worstOf(one.values, column) }));
    const isOne = endFrame - firstFrame === 1;
    const place = isOne ? `frame ${firstFrame}` : `frames ${firstFrame}–${endFrame - 1}, worst`;
    const told = values.slice(0, MAX_READ_OUT).map(({ one, worst }) => {
      return `${shorten(one.shortLabel, 20)} ${worst === null ? "–" : formatMs(worst)}`;
    });
    const x = frame.at((firstFrame + endFrame - 1) / 2);
    return node(
      "g",
      { class: "plot-hit" },
      node("rect", {
        x: area.left + i * stripWidth,
        y: area.top,
        width: stripWidth,
        height: area.bottom - area.top,
      }),
      node("path", { class: "plot-cursor", d: `M${round(x)} ${area.top}V${area.bottom}` }),
      ...values.flatMap(({ one, worst }) =>
        worst === null
          ? []
          : [node("circle", { class: `c${one.color}`, cx: x, cy: time.at(worst), r: 3.5 })],
      ),
      buildReadout(area, [place, ...told]),
    );
  });
}

function summarizePath(series: readonly FrameSeries[], frameCount: number): string {
  const parts = series.map(({ label, values }) => {
    const times = values.filter(isTime).sort((a, b) => a - b);
    if (times.length === 0) return `${label}: not measured`;
    const median = times[Math.ceil(times.length / 2) - 1];
    return `${label}: median ${formatMs(median)}, worst ${formatMs(times[times.length - 1])}`;
  });
  const frames = frameCount === 1 ? "1 frame" : `${formatCount(frameCount)} frames`;
  return `Frame time over ${frames}. ${parts.join("; ")}.`;
}

const HISTOGRAM_HEIGHT = 250;
const BIN_COUNT = 48;

const HISTOGRAM_TEXT: FigureText = {
  title: "Histogram of frame times",
  note: "Share of the path's frames by their time, on a logarithmic axis in equal steps.",
};

interface Histogram {
  /** Edges of the bins, `counts.length + 1`, growing by a fixed factor. */
  readonly edges: Float64Array;
  readonly counts: Uint32Array;
  readonly total: number;
}

/**
 * Counts times in bins of equal width on a logarithmic axis from `low` to `high`, which are above
 * 0. Times outside count in the first or last bin.
 */
export function buildHistogram(
  values: readonly (number | null)[],
  low: number,
  high: number,
  binCount: number,
): Histogram {
  const span = Math.log(high / low);
  const edges = Float64Array.from(
    { length: binCount + 1 },
    (_, i) => low * Math.exp((span * i) / binCount),
  );
  const counts = new Uint32Array(binCount);
  let total = 0;
  for (const value of values) {
    if (!isTime(value)) continue;
    const place = value <= low ? 0 : Math.floor((Math.log(value / low) / span) * binCount);
    counts[Math.min(binCount - 1, Math.max(0, place))]++;
    total++;
  }
  return { edges, counts, total };
}

export function buildHistogramFigure(runs: readonly PlotRun[], width: number): MarkupNode {
  const series = listFrameSeries(runs);
  const range = timeRange(series);
  if (range === null) return buildEmpty("histogram", HISTOGRAM_TEXT, "No frame was measured.");
  return buildFigure(
    "histogram",
    HISTOGRAM_TEXT,
    listLegend(series),
    buildHistogramChart(series, width),
  );
}

function buildHistogramChart(series: readonly FrameSeries[], width: number): MarkupNode {
  const area: PlotArea = { left: 52, top: 40, right: width - 24, bottom: HISTOGRAM_HEIGHT - 44 };
  const { low, high } = timeRange(series) ?? { low: 0.1, high: 1 };
  const time = createLogScale(low, high, [area.left, area.right]);
  const histograms = series.map((one) => buildHistogram(one.values, ...time.domain, BIN_COUNT));
  const peak = Math.max(
    ...histograms.map(({ counts, total }) => Math.max(...counts) / (total || 1)),
  );
  const share = createLinearScale(peak * 100, [area.bottom, area.top], 4);
  return buildPicture(
    width,
    HISTOGRAM_HEIGHT,
    summarizeHistogram(series, histograms),
    ...buildYAxis(share, area, (value) => `${formatTick(value)} %`),
    ...buildXAxis(time, area, formatTick),
    buildText((area.left + area.right) / 2, HISTOGRAM_HEIGHT - 8, "ms", "middle", "is-unit"),
    buildText(area.left - 8, area.top - 12, "frames", "end", "is-unit"),
    ...series.map((one, i) => buildOutline(one, histograms[i], time, share, area)),
    ...buildHits(series, histograms, time, area),
  );
}

function buildOutline(
  { color, kind }: FrameSeries,
  { edges, counts, total }: Histogram,
  time: Scale,
  share: Scale,
  area: PlotArea,
): MarkupNode {
  let path = "";
  for (let bin = 0; bin < counts.length; bin++) {
    if (counts[bin] === 0) continue;
    const y = round(share.at((counts[bin] / (total || 1)) * 100));
    const [x, next] = [round(time.at(edges[bin])), round(time.at(edges[bin + 1]))];
    const isFirst = bin === 0 || counts[bin - 1] === 0;
    const isLast = bin === counts.length - 1 || counts[bin + 1] === 0;
    path += `${isFirst ? `M${x} ${area.bottom}` : ""}V${y}H${next}${isLast ? `V${area.bottom}` : ""}`;
  }
  const dashed = kind === "gpu" ? " is-dashed" : "";
  return node(
    "g",
    { class: `c${color}` },
    node("path", { class: "plot-fill", d: path }),
    node("path", { class: `plot-line is-thin${dashed}`, d: path }),
  );
}

function buildHits(
  series: readonly FrameSeries[],
  histograms: readonly Histogram[],
  time: Scale,
  area: PlotArea,
): MarkupNode[] {
  const { edges, counts } = histograms[0];
  return [...counts.keys()].flatMap((bin) => {
    const found = series.filter((_, i) => histograms[i].counts[bin] > 0);
    if (found.length === 0) return [];
    const told = series.map(({ shortLabel }, i) => {
      return `${shortLabel} ${formatCount(histograms[i].counts[bin])}`;
    });
    const [x, next] = [time.at(edges[bin]), time.at(edges[bin + 1])];
    const range = `${formatMs(edges[bin])} to ${formatMs(edges[bin + 1])}`;
    return [
      node(
        "g",
        { class: "plot-hit" },
        node("rect", { x, y: area.top, width: next - x, height: area.bottom - area.top }),
        buildReadout(area, [range, ...told]),
      ),
    ];
  });
}

function summarizeHistogram(
  series: readonly FrameSeries[],
  histograms: readonly Histogram[],
): string {
  const parts = series.map(({ label }, i) => {
    const { edges, counts } = histograms[i];
    const peak = counts.indexOf(Math.max(...counts));
    return `${label}: most often ${formatMs(edges[peak])} to ${formatMs(edges[peak + 1])}`;
  });
  return `Histogram of frame times. ${parts.join("; ")}.`;
}
