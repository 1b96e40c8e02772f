/** What grows with a map and what does not: a small chart for each number over maps of many sizes. */

import type { BenchRun } from "../report/report.ts";
import {
  buildEmpty,
  buildFigure,
  buildPicture,
  buildText,
  buildXAxis,
  buildYAxis,
  type FigureText,
  type PlotArea,
  round,
} from "./figure.ts";
import { formatTick } from "./format-value.ts";
import { type MarkupNode, node } from "./markup.ts";
import { type Metric, pickMetrics, readMetric } from "./metrics.ts";
import { createLinearScale, createLogScale } from "./scales.ts";

interface Panel {
  readonly metric: Metric;
  /** Of the axis: its name, and how much of the metric's own unit it is. */
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
/** Below this the panels stand one under the other. */
const WIDE = 620;

export interface ScalingPoint {
  readonly map: string;
  readonly size: number;
  readonly value: number;
}

/**
 * Runs of maps made by `visleaf compile --generate`: those whose name says how many faces were asked
 * for, as `rooms_65000_faces`, `rooms-5000`, `generated_20k`.
 */
const GENERATED = /^(?:rooms|generated|gen)[-_ ]?(\d+)(k?)(?![a-z0-9])/i;

/** The faces that a generated map was asked for; null: a map of another kind. */
export function generatedFaces(map: string): number | null {
  const match = GENERATED.exec(map);
  if (!match) return null;
  return Number(match[1]) * (match[2] ? 1000 : 1);
}

/** Plain runs of generated maps, smallest first. Fewer than two make no chart. */
export function listScalingRuns(runs: readonly BenchRun[]): BenchRun[] {
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

export function buildScalingFigure(runs: readonly BenchRun[], width: number): MarkupNode {
  const text: FigureText = {
    title: "Growth with the map",
    note: "Generated maps, by the faces that were asked for. Load time and memory are logarithmic.",
  };
  const panels = PANELS.map((panel) => ({
    ...panel,
    points: buildScalingPoints(runs, panel.metric),
  })).filter(({ points }) => points.length > 1);
  if (panels.length === 0) return buildEmpty("scaling", text, "It wants two generated maps.");
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
