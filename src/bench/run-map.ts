/** One run: a map, loaded into a renderer of its own, and flown through. */

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

// What rounds come down to: by frame of the path, by part of the frame, and each round by itself.

/** Values of one pass, or of one frame of the path, out of all. */
function pick(values: Float64Array, first: number, step: number): Float64Array {
  const count = Math.ceil((values.length - first) / step);
  return Float64Array.from({ length: count }, (_, i) => values[first + i * step]);
}

const medianOfMeasured = (values: Float64Array): number | null => {
  const measured = values.filter((value) => value >= 0);
  return measured.length === 0 ? null : medianOf(measured);
};

/**
 * Medians over all frames, by pass.
 * @param timed rounds with the GPU's clock on; null: there are none
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

/** Medians over all frames, by step. */
export function summarizeSteps(
  { stepJs }: Pick<RoundTimes, "stepJs">,
  names: readonly string[],
): Record<string, number> {
  return Object.fromEntries(
    names.map((name, step) => [name, medianOf(pick(stepJs, step, names.length))]),
  );
}

/** Frames' JavaScript, and what of it is the browser's. */
function summarizeJs({ js, submit, floor }: Pick<RoundTimes, JsColumn>): FrameJs {
  return {
    js: summarizeSamples(js),
    encode: summarizeSamples(js.map((ms, frame) => ms - submit[frame])),
    submit: summarizeSamples(submit),
    floor: summarizeSamples(floor),
  };
}

type JsColumn = "js" | "submit" | "floor";

/** Each round by itself, without the start before it. */
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

/** Medians over the rounds, by frame of the path. */
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

// The switches that a run can turn off, and what they are in the renderer.

/** What each sets. `arrayTextures` is decided when a renderer is made, and is no setting of the frame. */
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
