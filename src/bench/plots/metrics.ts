/** The numbers of a run that charts and tables show, each with its name and unit. */

import type { BenchRun } from "../report.ts";
import { formatBytes, formatCount, formatMs, formatNumber } from "./format-value.ts";

export interface Metric {
  readonly id: string;
  readonly label: string;
  /** null: not measured, or the map has no such thing. */
  read(run: BenchRun): number | null;
  format(value: number): string;
}

const sumOf = (values: Readonly<Record<string, number>>): number =>
  Object.values(values).reduce((total, value) => total + value, 0);

const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;

const ALL: readonly Metric[] = [
  { id: "js-median", label: "JS median", read: (run) => run.js.median, format: formatMs },
  { id: "js-p95", label: "JS 95th", read: (run) => run.js.p95, format: formatMs },
  { id: "js-p99", label: "JS 99th", read: (run) => run.js.p99, format: formatMs },
  { id: "js-p999", label: "JS 99.9th", read: (run) => run.js.p999, format: formatMs },
  { id: "js-worst", label: "JS worst", read: (run) => run.js.worst, format: formatMs },
  {
    id: "first-visit",
    label: "First visit worst",
    read: (run) => run.firstVisit.worst,
    format: formatMs,
  },
  {
    id: "hitches",
    label: "Hitches",
    read: (run) => run.hitches.firstVisit + run.hitches.measured,
    format: formatCount,
  },
  {
    id: "gpu-median",
    label: "GPU median",
    read: (run) => run.gpu?.median ?? null,
    format: formatMs,
  },
  { id: "gpu-p95", label: "GPU 95th", read: (run) => run.gpu?.p95 ?? null, format: formatMs },
  { id: "gpu-p95", label: "GPU 95th", read: (run) => run.gpu?.p95 ?? null, format: formatMs },
  { id: "gpu-p99", label: "GPU 99th", read: (run) => run.gpu?.p99 ?? null, format: formatMs },
  { id: "draws", label: "Draws", read: (run) => run.draws.total, format: formatCount },
  { id: "world-draws", label: "World draws", read: (run) => run.draws.world, format: formatCount },
  {
    id: "triangles",
    label: "Triangles a frame",
    read: (run) => run.triangles.submitted / Math.max(1, run.frames),
    format: formatCount,
  },
  {
    id: "submitted-over-visible",
    label: "Drawn / needed",
    read: ({ triangles }) =>
      triangles.visible > 0 ? triangles.submitted / triangles.visible : null,
    format: formatNumber,
  },
  { id: "instances", label: "Props", read: (run) => run.instances, format: formatCount },
  {
    id: "allocated",
    label: "Allocated a frame",
    read: (run) => run.allocatedBytesPerFrame,
    format: formatBytes,
  },
  {
    id: "first-frame",
    label: "First frame",
    read: (run) => run.load.firstFrameMs,
    format: formatMs,
  },
  { id: "complete", label: "Complete", read: (run) => run.load.completeMs, format: formatMs },
  {
    id: "parse-rate",
    label: "Parse and build",
    read: (run) => run.load.megabytesPerSecond,
    format: (value) => `${formatNumber(value)} MB/s`,
  },
  {
    id: "lightmap-fill",
    label: "Lightmap fill",
    read: (run) => run.lightmaps?.fill ?? null,
    format: percent,
  },
  { id: "memory", label: "GPU memory", read: (run) => sumOf(run.memory), format: formatBytes },
];

const BY_ID = new Map(ALL.map((metric) => [metric.id, metric]));

/** The metrics of some ids, in that order. */
export function pickMetrics(...ids: readonly string[]): Metric[] {
  return ids.map((id) => {
    const metric = BY_ID.get(id);
    if (!metric) throw new Error(`visleaf bug: there is no metric "${id}"`);
    return metric;
  });
}

/** Beyond this a scale of round numbers could not be made. */
const MAX_VALUE = 1e300;

/** A metric's value if it is a number that can be shown. */
export function readMetric(metric: Metric, run: BenchRun): number | null {
  const value = metric.read(run);
  return value !== null && value >= 0 && value < MAX_VALUE ? value : null;
}

export function formatMetric(metric: Metric, run: BenchRun): string {
  const value = readMetric(metric, run);
  return value === null ? "–" : metric.format(value);
}
