/** Common parts of charts: title, legend, axes, and a picture with a text alternative. */

import { type MarkupChild, type MarkupNode, node } from "./markup.ts";

// Maps values to pixels, and chooses the labelled values of an axis.

export interface Scale {
  readonly domain: readonly [low: number, high: number];
  /** Values with a label and a line. */
  readonly ticks: readonly number[];
  /** Values with a faint line. */
  readonly minorTicks: readonly number[];
  /** Returns pixels; values outside the domain are clamped to its edge. */
  at(value: number): number;
}

type Range = readonly [from: number, to: number];

/** Rounds up to 1, 2 or 5 times a power of ten. */
function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const share = rough / power;
  return (share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10) * power;
}

/** Removes floating-point noise of multiplied steps: 0.30000000000000004 becomes 0.3. */
const clean = (value: number): number => Number(value.toPrecision(12));

/** Creates a linear scale from 0 to a round number at or above `high`. */
export function createLinearScale(high: number, [from, to]: Range, tickCount = 5): Scale {
  const top = Number.isFinite(high) && high > 0 ? high : 1;
  const step = niceStep(top / tickCount);
  const count = Math.ceil(clean(top / step));
  const end = clean(count * step);
  return {
    domain: [0, end],
    ticks: Array.from({ length: count + 1 }, (_, i) => clean(i * step)),
    minorTicks: [],
    at: (value) => from + (Math.min(Math.max(value, 0), end) / end) * (to - from),
  };
}

const STEPS = [1, 2, 5];

/**
 * Returns the 1-2-5 numbers from the last one at or below `low` to the first one at or above
 * `high`.
 */
function listSteps(low: number, high: number): number[] {
  const values: number[] = [];
  const first = Math.floor(Math.log10(low));
  const last = Math.ceil(Math.log10(high));
  for (let power = first; power <= last; power++) {
    for (const step of STEPS) values.push(clean(step * 10 ** power));
  }
  const above = values.findIndex((value) => value > low * (1 + 1e-9));
  const start = Math.max(0, above - 1);
  const end = values.findIndex((value) => value >= high * (1 - 1e-9));
  return values.slice(start, end < 0 ? undefined : end + 1);
}

/** Largest ratio of the values on a logarithmic axis; lower values are clamped to its edge. */
const MAX_LOG_SPAN = 1e8;

/** Number of labels above which a logarithmic axis labels only powers of ten. */
const MAX_LOG_LABELS = 9;

/** Creates a logarithmic scale between 1-2-5 numbers around `low` and `high`, which are above 0. */
export function createLogScale(low: number, high: number, [from, to]: Range): Scale {
  const lowest = low > 0 && Number.isFinite(low) ? low : 1;
  const bottom = Math.max(lowest, high / MAX_LOG_SPAN);
  const steps = listSteps(bottom, Math.max(high, bottom * 1.01));
  const [start, end] = [steps[0], steps[steps.length - 1]];
  const tens = steps.filter((value) => Number.isInteger(clean(Math.log10(value))));
  const hasRoom = steps.length <= MAX_LOG_LABELS || tens.length < 2;
  const span = Math.log(end / start);
  return {
    domain: [start, end],
    ticks: hasRoom ? steps : tens,
    minorTicks: hasRoom ? [] : steps.filter((value) => !tens.includes(value)),
    at: (value) => {
      const share = Math.log(Math.min(Math.max(value, start), end) / start) / span;
      return from + share * (to - from);
    },
  };
}

export interface LegendEntry {
  readonly label: string;
  readonly color: number;
  /** Swatch: a line, a dashed line, or a filled box. */
  readonly mark: "line" | "dashed" | "box";
}

/** Rectangle of the picture inside its axes. */
export interface PlotArea {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface FigureText {
  readonly title: string;
  /** One or two sentences on how to read the figure. */
  readonly note: string;
}

/** Builds a figure. `kind` becomes part of its class, for tests and page styles. */
export function buildFigure(
  kind: string,
  { title, note }: FigureText,
  legend: readonly LegendEntry[],
  ...content: readonly MarkupChild[]
): MarkupNode {
  const children: MarkupChild[] = [
    node("figcaption", {}, node("h3", {}, title), node("p", {}, note)),
  ];
  if (legend.length > 0) children.push(buildLegend(legend));
  return node("figure", { class: `plot plot-${kind}` }, ...children, ...content);
}

function buildLegend(entries: readonly LegendEntry[]): MarkupNode {
  return node(
    "ul",
    { class: "plot-legend" },
    ...entries.map(({ label, color, mark }) =>
      node("li", {}, buildSwatch(color, mark), node("span", {}, label)),
    ),
  );
}

function buildSwatch(color: number, mark: LegendEntry["mark"]): MarkupNode {
  const shape =
    mark === "box"
      ? node("rect", { class: "plot-bar", x: 1, y: 1, width: 12, height: 10, rx: 2 })
      : node("path", { class: `plot-line${mark === "dashed" ? " is-dashed" : ""}`, d: "M0 6H22" });
  return node(
    "svg",
    {
      class: `plot-swatch c${color}`,
      viewBox: mark === "box" ? "0 0 14 12" : "0 0 22 12",
      width: mark === "box" ? 14 : 22,
      height: 12,
      "aria-hidden": "true",
    },
    shape,
  );
}

/** Width in pixels below which a picture is scrolled instead of shrunk. */
const LEGIBLE_WIDTH = 660;

/** Builds a focusable picture with a text alternative. */
export function buildPicture(
  width: number,
  height: number,
  summary: string,
  ...content: readonly MarkupChild[]
): MarkupNode {
  const box = {
    viewBox: `0 0 ${width} ${height}`,
    width: Math.round(width),
    height: Math.round(height),
  };
  const kind = width > LEGIBLE_WIDTH ? "plot-picture is-wide" : "plot-picture";
  return node(
    "div",
    { class: "plot-scroll" },
    node(
      "svg",
      { class: kind, ...box, role: "img", tabindex: "0", "aria-label": summary },
      ...content,
    ),
  );
}

export function buildText(
  x: number,
  y: number,
  text: string,
  anchor: "start" | "middle" | "end" = "start",
  kind = "",
): MarkupNode {
  return node("text", { class: `plot-text ${kind}`.trim(), x, y, "text-anchor": anchor }, text);
}

/** Average width in pixels of a readout's letter. */
const LETTER = 6.7;

/** Builds the readout above a place in the picture, on two lines if one is too short. */
export function buildReadout(
  { left, right }: Pick<PlotArea, "left" | "right">,
  parts: readonly string[],
): MarkupNode {
  const lines = [""];
  for (const part of parts) {
    const line = lines[lines.length - 1];
    const joined = line === "" ? part : `${line} · ${part}`;
    if (line === "" || joined.length * LETTER <= right - left) lines[lines.length - 1] = joined;
    else lines.push(part);
  }
  return node(
    "text",
    { class: "plot-text is-readout", y: 18 - (lines.length - 1) * 5, "text-anchor": "end" },
    ...lines.map((line, i) =>
      node("tspan", { x: right, ...(i > 0 ? { dy: 15 } : {}) }, i > 0 ? ` ${line}` : line),
    ),
  );
}

/** Builds horizontal lines at an axis's values, with labels at the left. */
export function buildYAxis(
  scale: Scale,
  area: PlotArea,
  format: (value: number) => string,
): MarkupNode[] {
  const line = (value: number, kind: string): MarkupNode =>
    node("path", { class: kind, d: `M${area.left} ${round(scale.at(value))}H${area.right}` });
  return [
    ...scale.minorTicks.map((value) => line(value, "plot-grid is-minor")),
    ...scale.ticks.flatMap((value) => [
      line(value, "plot-grid"),
      buildText(area.left - 8, scale.at(value) + 4, format(value), "end", "is-tick"),
    ]),
  ];
}

/** Least distance in pixels between labels; others are left out. */
const MIN_LABEL_DISTANCE = 34;

/** Builds vertical lines at an axis's values, with labels below. */
export function buildXAxis(
  scale: Scale,
  area: PlotArea,
  format: (value: number) => string,
): MarkupNode[] {
  let last = Number.NEGATIVE_INFINITY;
  const parts: MarkupNode[] = scale.minorTicks.map((value) => buildUpright(scale, area, value));
  for (const value of scale.ticks) {
    const x = scale.at(value);
    parts.push(buildUpright(scale, area, value));
    if (x - last < MIN_LABEL_DISTANCE) continue;
    last = x;
    parts.push(buildText(x, area.bottom + 17, format(value), "middle", "is-tick"));
  }
  return parts;
}

function buildUpright(scale: Scale, area: PlotArea, value: number): MarkupNode {
  const isMinor = scale.minorTicks.includes(value);
  return node("path", {
    class: isMinor ? "plot-grid is-minor" : "plot-grid",
    d: `M${round(scale.at(value))} ${area.top}V${area.bottom}`,
  });
}

/** Rounds a coordinate of a path; two decimals are finer than any screen. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Builds a figure that explains why its chart is empty. */
export function buildEmpty(kind: string, text: FigureText, why: string): MarkupNode {
  return buildFigure(kind, text, [], node("p", { class: "plot-empty" }, why));
}
