/**
 * Chart of each frame's time along the path: JavaScript and GPU of several runs, with time budgets.
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

const HEIGHT = 300;
/** Width in pixels from which the limits' names stand beside the picture. */
const WIDE = 600;
const LIMIT_WIDTH = 104;
/** Most columns for the pointer; narrower ones are hard to hit. */
const MAX_COLUMNS = 160;
/** Most series in a frame's readout. */
const MAX_READ_OUT = 4;

const TEXT: FigureText = {
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

/**
 * Builds both axes and a switch between them that needs no script. `id` is unique in the document.
 */
export function buildFrameTimeFigure(
  runs: readonly PlotRun[],
  width: number,
  id: string,
): MarkupNode {
  const series = listFrameSeries(runs);
  if (timeRange(series) === null) return buildEmpty("frame-time", TEXT, "No frame was measured.");
  const legend = series.map(({ label, kind, color }): LegendEntry => {
    return { label, color, mark: kind === "js" ? "line" : "dashed" };
  });
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
    TEXT,
    legend,
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
  const area: PlotArea = { left: 52, top: 40, right, bottom: HEIGHT - 44 };
  const frameCount = Math.max(1, ...series.map(({ values }) => values.length));
  const time = createTimeScale(series, axis, area);
  const frame = createFrameScale(frameCount, area);
  return buildPicture(
    width,
    HEIGHT,
    summarize(series, frameCount),
    ...buildYAxis(time, area, formatTick),
    ...buildXAxis(frame, area, formatTick),
    buildText(area.left - 8, area.top - 12, "ms", "end", "is-unit"),
    buildText((area.left + area.right) / 2, HEIGHT - 8, "frame of the path", "middle", "is-unit"),
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

function summarize(series: readonly FrameSeries[], frameCount: number): string {
  const parts = series.map(({ label, values }) => {
    const times = values.filter(isTime).sort((a, b) => a - b);
    if (times.length === 0) return `${label}: not measured`;
    const median = times[Math.ceil(times.length / 2) - 1];
    return `${label}: median ${formatMs(median)}, worst ${formatMs(times[times.length - 1])}`;
  });
  const frames = frameCount === 1 ? "1 frame" : `${formatCount(frameCount)} frames`;
  return `Frame time over ${frames}. ${parts.join("; ")}.`;
}
