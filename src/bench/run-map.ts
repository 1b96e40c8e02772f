/** One run: a map, loaded into a renderer of its own, and flown through. */

import type { MapScene } from "../map/types.ts";
import type { MapSession } from "../scene/open/map-session.ts";
import { buildTour } from "../viewer/tour/tour.ts";
import { switchOff } from "./ablations.ts";
import type { BenchRenderer } from "./bench-renderer.ts";
import { sampleFlight } from "./measure/camera-path.ts";
import { loadDrawn, measureLightmaps } from "./measure/measure-load.ts";
import {
  type BenchPath,
  countRound,
  measureAllocation,
  measureRounds,
  type RoundTimes,
} from "./measure/measure-rounds.ts";
import { type Ablation, type BenchRun, type Distribution, HITCH_MS } from "./report/report.ts";
import { medianOf, summarizeSamples } from "./report/statistics.ts";
import {
  summarizeFrames,
  summarizeJs,
  summarizePasses,
  summarizeRounds,
  summarizeSteps,
} from "./report/summarize-rounds.ts";
import {
  ALLOCATION_FRAMES,
  type BenchHost,
  type BenchMap,
  type BenchOptions,
  type BenchStage,
} from "./types.ts";

/** The field of view that the engine starts with. */
const DEFAULT_FOV = 75;

/** A map with what is the same for all of its runs. */
export interface OpenBenchMap {
  readonly map: BenchMap;
  readonly sha256: string;
  readonly byteLength: number;
  readonly megabytesPerSecond: number;
  readonly decodeMegabytesPerSecond: number;
  /** A load from the file's bytes, in memory. */
  open(): MapSession;
}

export interface MapRun {
  readonly opened: OpenBenchMap;
  readonly without: readonly Ablation[];
  readonly onStage: (stage: BenchStage, done: number, total: number) => void;
}

const countHitches = (js: Float64Array) => js.filter((ms) => ms > HITCH_MS).length;

const sum = (values: Float64Array) => values.reduce((a, b) => a + b, 0);

/** null where any frame has no time: then the adapter has no timestamps. */
const summarizeGpu = (gpu: Float64Array): Distribution | null =>
  gpu.every((ms) => ms >= 0) ? summarizeSamples(gpu) : null;

/**
 * Flies the rounds again with the GPU's clock on: then passes are kept apart, which costs JavaScript
 * time, so the two are not measured at once. null: the adapter has no timestamps.
 */
async function measureOnGpu(
  bench: BenchRenderer,
  path: BenchPath,
  rounds: number,
  onFrame: (done: number, total: number) => void,
): Promise<RoundTimes | null> {
  if (!bench.gpu.features.timestamps) return null;
  const { settings } = bench.renderer;
  settings.timing = true;
  try {
    return await measureRounds(bench, path, rounds, onFrame);
  } finally {
    settings.timing = false;
  }
}

/** The poses of a map's rounds. */
export function choosePath(
  { path, frames }: Pick<BenchOptions, "path" | "frames">,
  scene: MapScene,
): BenchPath {
  const flight = path?.flight ?? buildTour(scene);
  return { poses: sampleFlight(flight, frames), fov: fovOf(path) };
}

export function fovOf(path: BenchOptions["path"]): number {
  return path?.flight.fov ?? DEFAULT_FOV;
}

export async function runMap(
  bench: BenchRenderer,
  { opened, without, onStage }: MapRun,
  options: BenchOptions,
  host: Pick<BenchHost, "createProbe">,
): Promise<BenchRun> {
  const { renderer, gpu } = bench;
  switchOff(renderer.settings, without);
  onStage("load", 0, 1);
  const load = await loadDrawn(bench, opened.open, fovOf(options.path));
  const memory = Object.fromEntries(gpu.memory.byKind);

  const path = choosePath(options, load.scene);
  const on = (stage: BenchStage) => (done: number, total: number) => onStage(stage, done, total);
  const first = await measureRounds(bench, path, 1, on("first-visit"));
  const times = await measureRounds(bench, path, options.repeat, on("measure"));
  const timed = await measureOnGpu(bench, path, options.repeat, on("measure-gpu"));
  const counts = await countRound(bench, load.scene, path, on("count"));
  const probe = host.createProbe();
  const watched = options.allocationFrames ?? ALLOCATION_FRAMES;
  const allocation =
    probe && (await measureAllocation(bench, probe, path, watched, on("allocate")));

  const firstVisit = summarizeSamples(first.js);
  const { firstFrameMs, completeMs } = load;
  const loadTimes = { firstFrameMs, completeMs, megabytesPerSecond: opened.megabytesPerSecond };
  const allocatedBytesPerFrame = allocation?.bytes ?? null;
  const start = { firstVisit, load: loadTimes, allocatedBytesPerFrame };
  return {
    map: opened.map.name,
    sha256: opened.sha256,
    mapBytes: opened.byteLength,
    size: options.size,
    without,
    frames: options.frames,
    ...summarizeJs(times),
    gpu: timed && summarizeGpu(timed.gpu),
    firstVisit,
    hitches: { firstVisit: countHitches(first.js), measured: countHitches(times.js) },
    passes: summarizePasses(times, timed, renderer.stats.passNames),
    steps: summarizeSteps(times, renderer.stats.stepNames),
    draws: {
      world: medianOf(counts.worldDraws),
      props: medianOf(counts.propDraws),
      total: medianOf(counts.draws),
    },
    triangles: { submitted: sum(counts.worldTriangles), visible: counts.visible },
    instances: medianOf(counts.instances),
    allocatedBytesPerFrame,
    garbageCollections: allocation?.collections ?? null,
    load: { ...loadTimes, stageMs: load.stageMs },
    lightmaps: measureLightmaps(load.scene, opened.decodeMegabytesPerSecond),
    memory,
    warnings: load.warnings,
    samples: {
      ...summarizeFrames(times, timed, options.frames),
      triangles: [...counts.triangles],
    },
    rounds: summarizeRounds(times, timed, options.frames).map((round, i) => ({
      ...round,
      start: i === 0 ? start : null,
    })),
  };
}
