/** Chart of a frame's parts: a bar for each run, a piece for each pass. */

import type { BenchRun, PassTimes } from "../report/report.ts";
import {
  buildEmpty,
  buildFigure,
  buildPicture,
  buildText,
  buildXAxis,
  createLinearScale,
  type FigureText,
  type LegendEntry,
  type Scale,
} from "./figure.ts";
import { type MarkupNode, node } from "./markup.ts";
import { formatMs, formatTick, shorten } from "./metrics.ts";
import { COLOR_COUNT, type PlotRun } from "./plot-runs.ts";

// Reduces times along the path to the available width without losing peaks.

export interface FrameSeries {
  readonly label: string;
  /** Label for narrow places. */
  readonly shortLabel: string;
  readonly kind: "js" | "gpu";
  readonly color: number;
  /** Milliseconds by frame of the path; `null` if not measured. */
  readonly values: readonly (number | null)[];
}

/** Consecutive frames that share a column. */
export interface FrameColumn {
  readonly firstFrame: number;
  /** End of the range, exclusive. */
  readonly endFrame: number;
}

/** Splits `frameCount` frames into at most `limit` columns, as evenly as possible. */
export function splitIntoColumns(frameCount: number, limit: number): FrameColumn[] {
  const count = Math.min(frameCount, limit);
  return Array.from({ length: count }, (_, i) => ({
    firstFrame: Math.floor((i * frameCount) / count),
    endFrame: Math.floor(((i + 1) * frameCount) / count),
  }));
}

/** Largest accepted time in milliseconds, eleven days. */
const MAX_MS = 1e9;

/** True if a value is a time that can be drawn. */
export function isTime(value: number | null | undefined): value is number {
  return typeof value === "number" && value >= 0 && value <= MAX_MS;
}

/** Returns the longest time in a column, or `null` if nothing was measured. */
export function worstOf(
  values: readonly (number | null)[],
  { firstFrame, endFrame }: FrameColumn,
): number | null {
  let worst: number | null = null;
  for (let frame = firstFrame; frame < endFrame; frame++) {
    const value = values[frame];
    if (isTime(value) && (worst === null || value > worst)) worst = value;
  }
  return worst;
}

/**
 * Returns the frames to draw a line through: all, or the fastest and slowest of each column in
 * order, so that a single slow frame among thousands stays visible.
 */
export function pickFrames(values: readonly (number | null)[], columnLimit: number): number[] {
  if (values.length <= columnLimit * 2) return values.map((_, frame) => frame);
  const frames: number[] = [];
  for (const { firstFrame, endFrame } of splitIntoColumns(values.length, columnLimit)) {
    let [low, high, gap] = [-1, -1, -1];
    for (let frame = firstFrame; frame < endFrame; frame++) {
      const value = values[frame];
      if (!isTime(value)) gap = frame;
      else {
        if (low < 0 || value < (values[low] as number)) low = frame;
        if (high < 0 || value > (values[high] as number)) high = frame;
      }
    }
    const picked = low < 0 ? [gap] : low === high ? [low] : [low, high];
    frames.push(...picked.sort((a, b) => a - b));
  }
  return frames;
}

/** Returns the smallest time above 0 and the largest, or `null` without times. */
export function timeRange(
  series: readonly FrameSeries[],
): { readonly low: number; readonly high: number } | null {
  let [low, high] = [Number.POSITIVE_INFINITY, 0];
  for (const { values } of series) {
    for (const value of values) {
      if (!isTime(value)) continue;
      if (value > 0 && value < low) low = value;
      if (value > high) high = value;
    }
  }
  const isEmpty = series.every(({ values }) => !values.some(isTime));
  if (isEmpty) return null;
  return { low: Number.isFinite(low) ? low : 0.001, high };
}

const TEXT: FigureText = {
  title: "Time by part of the frame",
  note: "Medians over the path, in the frame's order. What is left of the median frame is in no part: JavaScript between them, or a GPU between two passes.",
};

const ROW = 34;
const BAR = 20;
/** Height in pixels between the two halves, for the second title and the first axis. */
const PANEL_EXTRA = 62;
/** Width in pixels below which a piece has no name. */
const MIN_NAMED = 46;

export interface PassPiece {
  readonly name: string;
  readonly ms: number;
  /** Colour index; the last one is shared by all parts without a colour. */
  readonly color: number;
}

export interface PassBar {
  readonly label: string;
  /** Label for narrow places. */
  readonly shortLabel: string;
  /** Pieces, or `null` if nothing was measured. */
  readonly pieces: readonly PassPiece[] | null;
  readonly totalMs: number;
}

const OTHER = "other parts";
const REST = "in no part";
/** Colour of time outside all parts, after the series' colours. */
export const REST_COLOR = COLOR_COUNT;
/** The step before the passes; all other steps follow the passes. */
const FIRST_STEP = "view";

/**
 * Share of the parts' sum below which the rest is hidden: it is invisible, and due to medians that
 * do not add up.
 */
const LEAST_REST = 0.005;

/** Returns a part's time; 0 if not measured. */
function msOf(times: PassTimes | undefined, kind: "js" | "gpu"): number {
  const ms = times?.[kind];
  return isTime(ms) ? ms : 0;
}

/**
 * Returns the parts of a frame in order. For JavaScript they include the steps before and after the
 * passes.
 */
function listParts({ passes, steps }: BenchRun, kind: "js" | "gpu"): [name: string, ms: number][] {
  const parts = Object.entries(passes).map(([name, times]): [string, number] => [
    name,
    msOf(times, kind),
  ]);
  if (kind === "gpu") return parts;
  const around = Object.entries(steps).filter(([, ms]) => isTime(ms));
  const isFirst = ([name]: [string, number]) => name === FIRST_STEP;
  return [...around.filter(isFirst), ...parts, ...around.filter((step) => !isFirst(step))];
}

/**
 * Returns the passes with a colour, in frame order: as many as there are colours, with the largest
 * share of any run's JavaScript or GPU time.
 */
export function listShownPasses(runs: readonly PlotRun[]): string[] {
  const weights = new Map<string, number>();
  for (const { run } of runs) {
    for (const kind of ["js", "gpu"] as const) {
      const parts = listParts(run, kind);
      const sum = parts.reduce((total, [, ms]) => total + ms, 0) || 1;
      for (const [name, ms] of parts) {
        weights.set(name, Math.max(weights.get(name) ?? 0, ms / sum));
      }
    }
  }
  const names = [...weights.keys()];
  if (names.length <= COLOR_COUNT) return names;
  const heavy = [...names].sort((a, b) => weights.get(b)! - weights.get(a)!);
  const shown = new Set(heavy.slice(0, COLOR_COUNT - 1));
  return names.filter((name) => shown.has(name));
}

export function buildPassBars(
  runs: readonly PlotRun[],
  kind: "js" | "gpu",
  shown: readonly string[],
): PassBar[] {
  return runs.map(({ run, label, shortLabel }) => {
    const passes = Object.entries(run.passes);
    if (!passes.some(([, times]) => isTime(times?.[kind]))) {
      return { label, shortLabel, pieces: null, totalMs: 0 };
    }
    const pieces: PassPiece[] = [];
    let others = 0;
    let sum = 0;
    for (const [name, ms] of listParts(run, kind)) {
      const color = shown.indexOf(name);
      sum += ms;
      if (color < 0) others += ms;
      else if (ms > 0) pieces.push({ name, ms, color });
    }
    if (others > 0) pieces.push({ name: OTHER, ms: others, color: COLOR_COUNT - 1 });
    const rest = (run[kind]?.median ?? 0) - sum;
    if (isTime(rest) && rest > sum * LEAST_REST) {
      pieces.push({ name: REST, ms: rest, color: REST_COLOR });
    }
    return { label, shortLabel, pieces, totalMs: pieces.reduce((total, { ms }) => total + ms, 0) };
  });
}

export function buildPassFigure(runs: readonly PlotRun[], width: number): MarkupNode {
  const shown = listShownPasses(runs);
  if (shown.length === 0) return buildEmpty("passes", TEXT, "No pass was measured.");
  const js = buildPassBars(runs, "js", shown);
  const gpu = buildPassBars(runs, "gpu", shown);
  const legend = shown.map((label, color): LegendEntry => ({ label, color, mark: "box" }));
  if ([...js, ...gpu].some(({ pieces }) => pieces?.some(({ name }) => name === OTHER))) {
    legend.push({ label: OTHER, color: COLOR_COUNT - 1, mark: "box" });
  }
  if ([...js, ...gpu].some(({ pieces }) => pieces?.some(({ name }) => name === REST))) {
    legend.push({ label: REST, color: REST_COLOR, mark: "box" });
  }
  const panelHeight = PANEL_EXTRA + ROW * runs.length;
  return buildFigure(
    "passes",
    TEXT,
    legend,
    buildPicture(
      width,
      panelHeight * 2,
      `Time by part of the frame. ${summarize("JavaScript", js)} ${summarize("GPU", gpu)}`,
      ...buildPanel("JavaScript", js, 0, width),
      ...buildPanel("GPU", gpu, panelHeight, width),
    ),
  );
}

function buildPanel(
  title: string,
  bars: readonly PassBar[],
  top: number,
  width: number,
): MarkupNode[] {
  const hasNames = bars.length > 1;
  const left = hasNames ? Math.min(190, width * 0.28) : 14;
  const right = width - 78;
  const area = { left, right, top: top + 24, bottom: top + 28 + ROW * bars.length };
  const parts = [buildText(hasNames ? 8 : left, top + 14, title, "start", "is-panel")];
  if (bars.every(({ pieces }) => pieces === null)) {
    parts.push(buildText(left, top + 48, "not measured: no timestamps", "start", "is-unit"));
    return parts;
  }
  if (bars.every(({ totalMs }) => totalMs === 0)) {
    const told = "0 ms: every pass takes less than a step of the clock";
    parts.push(buildText(left, top + 48, told, "start", "is-unit"));
    return parts;
  }
  const time = createLinearScale(Math.max(...bars.map((bar) => bar.totalMs)), [left, right]);
  parts.push(
    ...buildXAxis(time, area, (value) => (value === 0 ? "0 ms" : formatTick(value))),
    ...bars.flatMap((bar, i) => buildBar(bar, area.top + 8 + i * ROW, time, hasNames)),
  );
  return parts;
}

function buildBar(bar: PassBar, y: number, time: Scale, hasName: boolean): MarkupNode[] {
  const parts: MarkupNode[] = [];
  const left = time.at(0);
  if (hasName) {
    const letters = Math.floor((left - 16) / 6.4);
    const label = bar.label.length <= letters ? bar.label : bar.shortLabel;
    parts.push(buildText(left - 8, y + 14, shorten(label, letters), "end"));
  }
  if (bar.pieces === null) {
    parts.push(buildText(left + 6, y + 14, "not measured", "start", "is-unit"));
    return parts;
  }
  let sum = 0;
  for (const { name, ms, color } of bar.pieces) {
    const x = time.at(sum);
    sum += ms;
    const length = time.at(sum) - x;
    const title = node("title", {}, `${name}: ${formatMs(ms)}`);
    const shape = { class: "plot-bar", x, y, width: Math.max(0, length - 1), height: BAR };
    parts.push(node("g", { class: `c${color}` }, node("rect", shape, title)));
    if (length > Math.max(MIN_NAMED, name.length * 6.8 + 10)) {
      parts.push(buildText(x + 6, y + 14, name, "start", `is-on-bar on-c${color}`));
    }
  }
  parts.push(buildText(time.at(sum) + 7, y + 14, formatMs(bar.totalMs), "start", "is-value"));
  return parts;
}

function summarize(title: string, bars: readonly PassBar[]): string {
  const parts = bars.map(({ label, pieces, totalMs }) => {
    const name = label === "" ? "" : `${label}: `;
    if (pieces === null) return `${name}not measured`;
    const list = pieces.map(({ name, ms }) => `${name} ${formatMs(ms)}`).join(", ");
    return `${name}${formatMs(totalMs)} (${list || "nothing"})`;
  });
  return `${title}: ${parts.join("; ")}.`;
}
