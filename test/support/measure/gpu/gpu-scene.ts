/** A map on a device of its own, drawn with everything on or with a switch. */

import { readFileSync } from "node:fs";
import { type BenchRenderer, openBenchDevice } from "../../../../src/bench/bench-renderer.ts";
import { POSE_SIZE, sampleFlight, writePose } from "../../../../src/bench/measure/camera-path.ts";
import { loadDrawn } from "../../../../src/bench/measure/measure-load.ts";
import { medianOf, summarizeSamples } from "../../../../src/bench/report/statistics.ts";
import { switchOff } from "../../../../src/bench/run-map.ts";
import { loadOptionsFor, readMapWith } from "../../../../src/cli/files/map-file.ts";
import type { MapScene } from "../../../../src/map/types.ts";
import { DEFAULT_RENDER_SETTINGS } from "../../../../src/render/types.ts";
import { openMap } from "../../../../src/scene/open/map-session.ts";
import { type Flight, parseFlight } from "../../../../src/viewer/camera/flight.ts";
import { buildTour } from "../../../../src/viewer/tour/tour.ts";
import type { Measured, SceneReport, Switch } from "./gpu-report.ts";
import { watchPipelines } from "./watch-pipelines.ts";

/** Frames a second of the map's clock. */
const CLOCK_RATE = 60;
const DEFAULT_FOV = 75;
/** Poses at which draws and triangles are counted. */
const COUNTED = 8;

export interface Frames {
  /** Poses of the path, and frames of a rate. */
  readonly rate: number;
  readonly timed: number;
}

export interface GpuScene {
  readonly report: SceneReport;
  readonly adapter: string;
  resize(width: number, height: number): void;
  /** Measures with everything on, or with a switch. */
  measure(by: Switch | null): Promise<Measured>;
  close(): void;
}

/** @param pathFile a flight instead of the map's tour */
export async function openGpuScene(
  gpu: GPU,
  file: string,
  pathFile: string | null,
  frames: Frames,
): Promise<GpuScene> {
  const map = await readMapWith(file, []);
  const size = [64, 36] as const;
  const device = await openBenchDevice({ gpu, size });
  const watch = watchPipelines(device.gpu.device);
  const options = loadOptionsFor(device.gpu, map.name, "hdr");
  const given = pathFile === null ? null : parseFlight(readFileSync(pathFile, "utf8"), pathFile);
  const fov = given?.fov ?? DEFAULT_FOV;
  const open = () => openMap(map.bytes, map.sources, options);
  /** Whether the loaded renderer has array textures. */
  let isArrayed = true;

  async function load(arrayTextures: boolean) {
    const bench = await device.prepareRenderer(arrayTextures);
    isArrayed = arrayTextures;
    return { bench, loaded: await loadDrawn(bench, open, fov) };
  }
  let { bench, loaded } = await load(true);
  const poses = samplePoses(given, loaded.scene, frames.rate);
  await settle(bench, poses, fov);
  const report: SceneReport = {
    name: map.name,
    load: {
      firstFrameMs: loaded.firstFrameMs,
      completeMs: loaded.completeMs,
      stageMs: loaded.stageMs,
    },
    warnings: loaded.warnings,
    compiled: watch.read(),
    sizes: [],
  };
  return {
    report,
    // Dawn names the card; browsers do not.
    adapter: [device.gpu.device.adapterInfo.device, device.gpu.adapterName].join(", "),
    resize: (width, height) => bench.renderer.resize(width, height),
    async measure(by) {
      const wantsArrays = by?.without !== "arrayTextures";
      if (wantsArrays !== isArrayed) {
        const { width, height } = bench.renderer;
        ({ bench, loaded } = await load(wantsArrays));
        bench.renderer.resize(width, height);
      }
      const { settings } = bench.renderer;
      Object.assign(settings, DEFAULT_RENDER_SETTINGS, { occlusionByCost: false });
      if (by?.without !== undefined) switchOff(settings, [by.without]);
      Object.assign(settings, by?.settings);
      await settle(bench, poses, fov);
      return measureFrames(bench, poses, fov, frames);
    },
    close: () => device.close(),
  };
}

function samplePoses(given: Flight | null, scene: MapScene, count: number): Float32Array {
  return sampleFlight(given ?? buildTour(scene), count);
}

/** Draws frames until all that they ask for is compiled. */
async function settle(bench: BenchRenderer, poses: Float32Array, fov: number): Promise<void> {
  const { renderer, drain } = bench;
  const camera = createCamera(fov);
  const count = poses.length / POSE_SIZE;
  for (let round = 0; round < 2; round++) {
    await renderer.settled();
    // A few places, because a material asks for its pipeline when it comes into view.
    for (let i = 0; i < COUNTED; i++) {
      writePose(camera, poses, Math.floor((i * count) / COUNTED));
      renderer.render(camera, i / CLOCK_RATE);
    }
    await drain();
  }
  await renderer.settled();
}

const createCamera = (fov: number) => ({ x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov });

async function measureFrames(
  bench: BenchRenderer,
  poses: Float32Array,
  fov: number,
  { rate, timed }: Frames,
): Promise<Measured> {
  // Brings the GPU to speed.
  await measureRate(bench, poses, fov, Math.ceil(rate / 4));
  return {
    ...(await measureRate(bench, poses, fov, rate)),
    ...(await measurePasses(bench, poses, fov, timed)),
    ...(await countDraws(bench, poses, fov)),
  };
}

/** Submits all frames back to back and waits at the end. */
async function measureRate(
  { renderer, drain }: BenchRenderer,
  poses: Float32Array,
  fov: number,
  count: number,
) {
  const { stats } = renderer;
  const submitStep = stats.stepNames.indexOf("submit");
  const camera = createCamera(fov);
  const js = new Float64Array(count);
  const submit = new Float64Array(count);
  await drain();
  const start = performance.now();
  let before = start;
  for (let i = 0; i < count; i++) {
    writePose(camera, poses, i);
    renderer.render(camera, i / CLOCK_RATE);
    const now = performance.now();
    js[i] = now - before;
    submit[i] = stats.stepCpuMs[submitStep];
    before = now;
  }
  await drain();
  const frameMs = (performance.now() - start) / count;
  const submits = summarizeSamples(submit);
  return {
    framesPerSecond: 1000 / frameMs,
    frameMs,
    jsMs: medianOf(js),
    submitMs: submits.median,
    submitP95Ms: submits.p95,
  };
}

const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
/** Turns to wait for a frame's times after the GPU is done. */
const MOST_TURNS = 20;

async function measurePasses(
  { gpu, renderer, drain }: BenchRenderer,
  poses: Float32Array,
  fov: number,
  count: number,
): Promise<Pick<Measured, "gpuMs" | "passes">> {
  if (!gpu.features.timestamps) return { gpuMs: null, passes: {} };
  const { stats, settings } = renderer;
  const camera = createCamera(fov);
  const total = poses.length / POSE_SIZE;
  const sums: number[] = [];
  const times = stats.passNames.map((): number[] => []);
  settings.timing = true;
  try {
    await renderer.settled();
    for (let i = 0; i < count; i++) {
      const pose = Math.floor((i * total) / count);
      // The frame before is from near, so that the early phase draws what was just visible.
      for (const row of [Math.max(0, pose - 1), pose]) {
        writePose(camera, poses, row);
        renderer.render(camera, row / CLOCK_RATE);
        stats.gpuMs = -1;
        await drain();
        for (let turn = 0; stats.gpuMs < 0 && turn < MOST_TURNS; turn++) await nextTurn();
      }
      if (stats.gpuMs < 0) continue;
      sums.push(stats.gpuMs);
      for (const [pass, of] of times.entries()) of.push(Math.max(0, stats.passGpuMs[pass]));
    }
  } finally {
    settings.timing = false;
  }
  if (sums.length === 0) return { gpuMs: null, passes: {} };
  const medians = stats.passNames.map((name, pass) => [name, medianOf(times[pass])] as const);
  return {
    gpuMs: medianOf(sums),
    passes: Object.fromEntries(medians.filter(([, ms]) => ms > 0)),
  };
}

async function countDraws(
  { renderer, drain }: BenchRenderer,
  poses: Float32Array,
  fov: number,
): Promise<Pick<Measured, "draws" | "triangles">> {
  const camera = createCamera(fov);
  const total = poses.length / POSE_SIZE;
  const draws = new Float64Array(COUNTED);
  const triangles = new Float64Array(COUNTED);
  for (let i = 0; i < COUNTED; i++) {
    const pose = Math.floor((i * total) / COUNTED);
    writePose(camera, poses, pose);
    // Twice: rows that have just come into view are drawn by the late phase.
    renderer.render(camera, pose / CLOCK_RATE);
    renderer.render(camera, (pose + 1) / CLOCK_RATE);
    await drain();
    const stats = await renderer.readStats();
    draws[i] = stats.draws;
    triangles[i] = stats.triangles;
  }
  return { draws: medianOf(draws), triangles: medianOf(triangles) };
}
