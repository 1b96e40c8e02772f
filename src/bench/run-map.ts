/** Runs one map: loads it into an empty renderer and flies the path. */

import type { MapScene } from "../map/types.ts";
import type { RenderSettings } from "../render/types.ts";
import type { MapSession } from "../scene/open/map-session.ts";
import { buildTour } from "../viewer/tour/tour.ts";
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
import {
  type Ablation,
  type BenchRound,
  type BenchRun,
  type Distribution,
  type FrameJs,
  type FrameSamples,
  HITCH_MS,
  type PassTimes,
} from "./report/report.ts";
import { medianOf, summarizeSamples } from "./report/statistics.ts";
import {
  ALLOCATION_FRAMES,
  type BenchHost,
  type BenchMap,
  type BenchOptions,
  type BenchStage,
} from "./types.ts";

// Summarizes rounds: by frame of the path, by part of the frame, and by round.

/** Returns every `step`-th value from `first`: the values of one pass or one frame of the path. */
function pick(values: Float64Array, first: number, step: number): Float64Array {
  const count = Math.ceil((values.length - first) / step);
  return Float64Array.from({ length: count }, (_, i) => values[first + i * step]);
}

const medianOfMeasured = (values: Float64Array): number | null => {
  const measured = values.filter((value) => value >= 0);
  return measured.length === 0 ? null : medianOf(measured);
};

/**
 * Returns medians over all frames, by pass.
 *
 * @param timed rounds with GPU timestamps, or `null`
 */
export function summarizePasses(
  { passJs }: Pick<RoundTimes, "passJs">,
  timed: Pick<RoundTimes, "passGpu"> | null,
  names: readonly string[],
): Record<string, PassTimes> {
  return Object.fromEntries(
    names.map((name, pass) => [
      name,
      {
        js: medianOf(pick(passJs, pass, names.length)),
        gpu: timed && medianOfMeasured(pick(timed.passGpu, pass, names.length)),
      },
    ]),
  );
}

/** Returns medians over all frames, by step. */
export function summarizeSteps(
  { stepJs }: Pick<RoundTimes, "stepJs">,
  names: readonly string[],
): Record<string, number> {
  return Object.fromEntries(
    names.map((name, step) => [name, medianOf(pick(stepJs, step, names.length))]),
  );
}

/** Summarizes the frames' JavaScript, with and without the browser's share. */
function summarizeJs({ js, submit, floor }: Pick<RoundTimes, JsColumn>): FrameJs {
  return {
    js: summarizeSamples(js),
    encode: summarizeSamples(js.map((ms, frame) => ms - submit[frame])),
    submit: summarizeSamples(submit),
    floor: summarizeSamples(floor),
  };
}

type JsColumn = "js" | "submit" | "floor";

/** Summarizes each round, without its start. */
export function summarizeRounds(
  { js, submit, floor, reference }: Pick<RoundTimes, JsColumn | "reference">,
  timed: Pick<RoundTimes, "gpu"> | null,
  frames: number,
): Omit<BenchRound, "start">[] {
  const roundCount = js.length / frames;
  const floorCount = floor.length / roundCount;
  return Array.from({ length: roundCount }, (_, round) => {
    const [first, end] = [round * frames, (round + 1) * frames];
    const gpu = timed?.gpu.subarray(first, end) ?? null;
    return {
      ...summarizeJs({
        js: js.subarray(first, end),
        submit: submit.subarray(first, end),
        floor: floor.subarray(round * floorCount, (round + 1) * floorCount),
      }),
      gpu: gpu?.every((ms) => ms >= 0) ? summarizeSamples(gpu) : null,
      referenceMs: medianOf(reference.subarray(first, end)),
    };
  });
}

/** Returns medians over the rounds, by frame of the path. */
export function summarizeFrames(
  { js }: Pick<RoundTimes, "js">,
  timed: Pick<RoundTimes, "gpu"> | null,
  frames: number,
): Pick<FrameSamples, "js" | "gpu"> {
  const rows = Array.from({ length: frames }, (_, frame) => frame);
  return {
    js: rows.map((frame) => medianOf(pick(js, frame, frames))),
    gpu: rows.map((frame) => timed && medianOfMeasured(pick(timed.gpu, frame, frames))),
  };
}

// The switches that a run can turn off, as render settings.

/**
 * Settings of each switch. `arrayTextures` is an option of the renderer's creation, not a setting.
 */
const OFF: Readonly<Record<Ablation, Partial<RenderSettings>>> = {
  pvs: { pvs: false },
  frustum: { frustum: false },
  occlusion: { occlusion: false },
  bundles: { bundles: false },
  arrayTextures: {},
  gpuCulling: { gpuCulling: false },
  antialiasing: { samples: 1 },
};

export function switchOff(settings: RenderSettings, without: readonly Ablation[]): void {
  for (const ablation of without) Object.assign(settings, OFF[ablation]);
}

/** The engine's default field of view in degrees. */
const DEFAULT_FOV = 75;

/** A map with data shared by all its runs. */
export interface OpenBenchMap {
  readonly map: BenchMap;
  readonly sha256: string;
  readonly byteLength: number;
  readonly megabytesPerSecond: number;
  readonly decodeMegabytesPerSecond: number;
  /** Starts a load from the file's bytes in memory. */
  open(): MapSession;
}

export interface MapRun {
  readonly opened: OpenBenchMap;
  readonly without: readonly Ablation[];
  readonly onStage: (stage: BenchStage, done: number, total: number) => void;
}

const countHitches = (js: Float64Array) => js.filter((ms) => ms > HITCH_MS).length;

const sum = (values: Float64Array) => values.reduce((a, b) => a + b, 0);

/** Returns `null` if a frame has no GPU time, because the adapter has no timestamps. */
const summarizeGpu = (gpu: Float64Array): Distribution | null =>
  gpu.every((ms) => ms >= 0) ? summarizeSamples(gpu) : null;

/**
 * Flies the rounds again with GPU timestamps. These separate the passes, which costs JavaScript
 * time, so JavaScript is not measured in the same rounds. `null` if the adapter has no timestamps.
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

/** Returns the poses of a map's rounds. */
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
    textures: load.textures,
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
