/** The metrics of a run in charts and tables, with names and units. */

import type { BenchRound, BenchRun } from "../report/report.ts";
import { type Interval, intervalOfMedian } from "../report/statistics.ts";

// Formats numbers with three digits, about the precision of a measurement.

const COUNT = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** Formats with three significant digits, without an exponent; without decimals from 100. */
function formatNumber(value: number): string {
  if (value === 0) return "0";
  if (Math.abs(value) >= 100) return COUNT.format(value);
  if (Math.abs(value) < 1e-4) return value.toExponential(1);
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toFixed(Math.min(digits, Math.abs(value) < 1 ? 3 : digits));
}

export function formatMs(value: number): string {
  return `${formatNumber(value)} ms`;
}

/** Formats an axis label without needless digits. */
export function formatTick(value: number): string {
  if (value >= 1e6) return `${Number((value / 1e6).toPrecision(3))}M`;
  if (value >= 1e4) return `${Number((value / 1e3).toPrecision(3))}k`;
  return value >= 1000 ? COUNT.format(value) : String(Number(value.toPrecision(3)));
}

/** Formats a ratio, as in `×1.25`. */
export function formatRatio(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `×${value.toFixed(digits)}`;
}

export function formatCount(value: number): string {
  return COUNT.format(value);
}

const KIB = 1024;

export function formatBinaryBytes(bytes: number): string {
  if (bytes < KIB) return `${formatNumber(bytes)} B`;
  if (bytes < KIB * KIB) return `${formatNumber(bytes / KIB)} KiB`;
  return `${formatNumber(bytes / KIB / KIB)} MiB`;
}

/** Formats `0.20 to 0.24 ms`: the unit appears once if both ends share it. */
export function formatInterval({ low, high }: Interval, format: (value: number) => string): string {
  const [from, to] = [format(low), format(high)];
  const unit = / \S+$/.exec(to)?.[0] ?? "";
  const start = unit !== "" && from.endsWith(unit) ? from.slice(0, -unit.length) : from;
  return `${start} to ${to}`;
}

/** Shortens a text in the middle, because the ends of map and browser names differ most. */
export function shorten(text: string, length: number): string {
  const chars = [...text];
  if (chars.length <= length) return text;
  const head = Math.ceil((length - 1) / 2);
  return `${chars.slice(0, head).join("")}…${chars.slice(chars.length - (length - 1 - head)).join("")}`;
}

/**
 * Frequency of measurement: in every round, at every start, or once for a count, which does not
 * vary.
 */
export type MetricKind = "round" | "start" | "count";

export interface Metric {
  readonly id: string;
  readonly label: string;
  readonly kind: MetricKind;
  /** True for a time, which is longer on a slower machine. */
  readonly isTime: boolean;
  readonly isMoreBetter: boolean;
  /** Reads the value; `null` if it was not measured or does not exist for the map. */
  read(run: BenchRun): number | null;
  format(value: number): string;
}

const sumOf = (values: Readonly<Record<string, number>>): number =>
  Object.values(values).reduce((total, value) => total + value, 0);

/**
 * Returns the GPU memory without read-back buffers, whose number depends on the frames in flight.
 */
function gpuMemoryOf({ memory }: BenchRun): number {
  const { "read-back": _, ...kept } = memory;
  return sumOf(kept);
}

const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;

type MetricParts = Pick<Metric, "id" | "label" | "read" | "format">;

const time = (kind: "round" | "start", parts: Omit<MetricParts, "format">): Metric => ({
  ...parts,
  kind,
  isTime: true,
  isMoreBetter: false,
  format: formatMs,
});

const count = (parts: MetricParts): Metric => ({
  ...parts,
  kind: "count",
  isTime: false,
  isMoreBetter: false,
});

const ALL: readonly Metric[] = [
  time("round", { id: "js-p10", label: "JS 10th", read: (run) => run.js.p10 ?? null }),
  time("round", { id: "js-median", label: "JS median", read: (run) => run.js.median }),
  time("round", { id: "js-p95", label: "JS 95th", read: (run) => run.js.p95 }),
  time("round", { id: "js-p99", label: "JS 99th", read: (run) => run.js.p99 }),
  time("round", { id: "js-p999", label: "JS 99.9th", read: (run) => run.js.p999 }),
  time("round", { id: "js-worst", label: "JS worst", read: (run) => run.js.worst }),
  time("round", {
    id: "encode-median",
    label: "JS without submit, median",
    read: (run) => run.encode?.median ?? null,
  }),
  time("round", {
    id: "submit-median",
    label: "Submit median",
    read: (run) => run.submit?.median ?? null,
  }),
  time("round", { id: "submit-p95", label: "Submit 95th", read: (run) => run.submit?.p95 ?? null }),
  time("round", {
    id: "floor-median",
    label: "Empty frame median",
    read: (run) => run.floor?.median ?? null,
  }),
  time("round", {
    id: "floor-p95",
    label: "Empty frame 95th",
    read: (run) => run.floor?.p95 ?? null,
  }),
  time("start", {
    id: "first-visit",
    label: "First visit worst",
    read: (run) => run.firstVisit.worst,
  }),
  count({
    id: "hitches",
    label: "Hitches",
    read: (run) => run.hitches.firstVisit + run.hitches.measured,
    format: formatCount,
  }),
  time("round", { id: "gpu-p10", label: "GPU 10th", read: (run) => run.gpu?.p10 ?? null }),
  time("round", { id: "gpu-median", label: "GPU median", read: (run) => run.gpu?.median ?? null }),
  time("round", { id: "gpu-p95", label: "GPU 95th", read: (run) => run.gpu?.p95 ?? null }),
  time("round", { id: "gpu-p99", label: "GPU 99th", read: (run) => run.gpu?.p99 ?? null }),
  count({ id: "draws", label: "Draws", read: (run) => run.draws.total, format: formatCount }),
  count({
    id: "world-draws",
    label: "World draws",
    read: (run) => run.draws.world,
    format: formatCount,
  }),
  count({
    id: "triangles",
    label: "Triangles a frame",
    read: (run) => run.triangles.submitted / Math.max(1, run.frames),
    format: formatCount,
  }),
  count({
    id: "submitted-over-visible",
    label: "Drawn / needed",
    read: ({ triangles }) =>
      triangles.visible > 0 ? triangles.submitted / triangles.visible : null,
    format: formatNumber,
  }),
  count({ id: "instances", label: "Props", read: (run) => run.instances, format: formatCount }),
  {
    id: "allocated",
    label: "Allocated a frame",
    kind: "start",
    isTime: false,
    isMoreBetter: false,
    read: (run) => run.allocatedBytesPerFrame,
    format: formatBinaryBytes,
  },
  time("start", {
    id: "first-frame",
    label: "First frame",
    read: (run) => run.load.firstFrameMs,
  }),
  time("start", { id: "complete", label: "Complete", read: (run) => run.load.completeMs }),
  {
    id: "parse-rate",
    label: "Parse and build",
    kind: "start",
    isTime: true,
    isMoreBetter: true,
    read: (run) => run.load.megabytesPerSecond,
    format: (value) => `${formatNumber(value)} MB/s`,
  },
  {
    ...count({
      id: "lightmap-fill",
      label: "Lightmap fill",
      read: (run) => run.lightmaps?.fill ?? null,
      format: percent,
    }),
    isMoreBetter: true,
  },
  count({
    id: "memory",
    label: "GPU memory",
    read: gpuMemoryOf,
    format: formatBinaryBytes,
  }),
];

const BY_ID = new Map(ALL.map((metric) => [metric.id, metric]));

/** Returns the metrics with these ids, in this order. */
export function pickMetrics(...ids: readonly string[]): Metric[] {
  return ids.map((id) => {
    const metric = BY_ID.get(id);
    if (!metric) throw new Error(`visleaf bug: there is no metric "${id}"`);
    return metric;
  });
}

/** Largest value for which a scale can be made. */
const MAX_VALUE = 1e300;

/** Reads a metric; `null` unless the value can be shown. */
export function readMetric(metric: Metric, run: BenchRun): number | null {
  const value = metric.read(run);
  return value !== null && value >= 0 && value < MAX_VALUE ? value : null;
}

/** Returns a run that consists of one round, and of the start before it if that is known. */
function runOfRound(
  run: BenchRun,
  { js, encode, submit, floor, gpu, start }: BenchRound,
): BenchRun {
  const round = { ...run, js, encode, submit, floor, gpu };
  return start === null ? round : { ...round, ...start, load: { ...run.load, ...start.load } };
}

/** Reads a metric in each round that measured it; `null` if a round has no value. */
export function readRounds(metric: Metric, run: BenchRun): (number | null)[] {
  if (metric.kind === "count") return [];
  const rounds = run.rounds.filter(({ start }) => metric.kind === "round" || start !== null);
  return rounds.map((round) => readMetric(metric, runOfRound(run, round)));
}

/**
 * Returns the confidence interval of a metric over the rounds; `null` for counts and with too few
 * rounds.
 */
export function readInterval(metric: Metric, run: BenchRun): Interval | null {
  const values = readRounds(metric, run).filter((value) => value !== null);
  return intervalOfMedian(values);
}

export function formatMetric(metric: Metric, run: BenchRun): string {
  const value = readMetric(metric, run);
  return value === null ? "–" : metric.format(value);
}
