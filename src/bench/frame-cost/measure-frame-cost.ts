/**
 * Measures what a frame costs before the GPU gets it: its own JavaScript, calls, writes and
 * allocations. Meant for Dawn's null device, where a frame's work is always the same and no time
 * goes into drawing.
 */

import type { MapSession } from "../../scene/open/map-session.ts";
import { buildTour } from "../../viewer/tour/tour.ts";
import { type BenchRenderer, openBenchDevice } from "../bench-renderer.ts";
import { POSE_SIZE, sampleFlight, writePose } from "../measure/camera-path.ts";
import { loadDrawn } from "../measure/measure-load.ts";
import { type BenchPath, measureAllocation } from "../measure/measure-rounds.ts";
import { medianOf, summarizeSamples } from "../report/statistics.ts";
import { fovOf } from "../run-map.ts";
import type { AllocationProbe, BenchOptions } from "../types.ts";
import { type CallCounter, createCallCounter, type FrameCalls } from "./count-calls.ts";
import type { FrameCost } from "./frame-report.ts";

/** Frames after the load, in a browser one second. */
const FIRST_FRAMES = 60;
/** Frames a second of the flight: between two, the camera moves as far as a visitor's does. */
const FLIGHT_RATE = 60;
/** Poses at which calls are counted. */
const COUNTED_POSES = 60;
const ALLOCATION_FRAMES = 400;

export interface FrameHost {
  readonly gpu: GPU;
  /** Processor time of this process so far on all cores, in milliseconds. */
  cpuMs(): number;
  createProbe(): AllocationProbe | null;
}

export interface FrameCostOptions extends Pick<BenchOptions, "size" | "path"> {
  /** Hot frames. */
  readonly frames: number;
  /** Starts a load from the file's bytes in memory. */
  readonly open: (device: Pick<BenchRenderer, "gpu">) => MapSession;
  readonly signal?: AbortSignal;
}

/** Measures a map on a new device. Compiled code of this process makes its first frames faster. */
export async function measureFrameCost(
  { size, path: asked, frames, open, signal }: FrameCostOptions,
  host: FrameHost,
): Promise<FrameCost & { readonly warnings: number }> {
  const device = await openBenchDevice({ gpu: host.gpu, size, signal });
  const counter = createCallCounter(device.gpu.device);
  try {
    const bench = await device.prepareRenderer(true);
    const before = host.cpuMs();
    const load = await loadDrawn(bench, () => open(bench), fovOf(asked));
    const loadCpu = host.cpuMs() - before;
    const flight = asked?.flight ?? buildTour(load.scene);
    const poses = sampleFlight(flight, Math.max(2, Math.round(flight.duration * FLIGHT_RATE)));
    const path = { poses, fov: fovOf(asked) };
    const first = medianOf(await timeFrames(bench, path, FIRST_FRAMES));
    await bench.renderer.settled();
    const hot = summarizeSamples(await timeFrames(bench, path, frames));
    const { calls, cpuCulled } = await countFrames(bench, path, counter);
    counter.close();
    await bench.renderer.settled();
    const probe = host.createProbe();
    const allocation =
      probe && (await measureAllocation(bench, probe, path, ALLOCATION_FRAMES, () => undefined));
    return {
      own: { p10: hot.p10, median: hot.median },
      first,
      calls,
      cpuCulled,
      heapBytes: allocation?.bytes ?? null,
      loadCpu,
      warnings: load.warnings,
    };
  } finally {
    counter.close();
    device.close();
  }
}

const createCamera = (fov: number) => ({ x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov });

/** Returns the milliseconds of each frame without `queue.submit`. */
async function timeFrames(
  { renderer, drain }: BenchRenderer,
  { poses, fov }: BenchPath,
  count: number,
): Promise<Float64Array> {
  const { stats } = renderer;
  const submitStep = stats.stepNames.indexOf("submit");
  const camera = createCamera(fov);
  const own = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    writePose(camera, poses, i % (poses.length / POSE_SIZE));
    const start = performance.now();
    renderer.render(camera, i / FLIGHT_RATE);
    own[i] = performance.now() - start - stats.stepCpuMs[submitStep];
    await drain();
  }
  return own;
}

/** Counts frames culled by the GPU, then by the CPU. */
async function countFrames(bench: BenchRenderer, path: BenchPath, counter: CallCounter) {
  const { settings } = bench.renderer;
  counter.start();
  const calls = await countPoses(bench, path, counter);
  settings.gpuCulling = false;
  // The first frame without GPU culling records bundles again.
  await timeFrames(bench, path, 2);
  const { writes, writtenBytes } = await countPoses(bench, path, counter);
  settings.gpuCulling = true;
  return { calls, cpuCulled: { writes, writtenBytes } };
}

async function countPoses(
  { renderer, drain }: BenchRenderer,
  { poses, fov }: BenchPath,
  counter: CallCounter,
): Promise<FrameCalls> {
  const camera = createCamera(fov);
  const total = poses.length / POSE_SIZE;
  const frames: FrameCalls[] = [];
  for (let i = 0; i < COUNTED_POSES; i++) {
    const pose = Math.floor((i * (total - 1)) / COUNTED_POSES);
    // The frame before is not counted: after a jump, the exposure settles in many dispatches.
    for (const row of [pose, pose + 1]) {
      writePose(camera, poses, row);
      counter.take();
      renderer.render(camera, row / FLIGHT_RATE);
      await drain();
    }
    frames.push(counter.take());
  }
  const names = Object.keys(frames[0]) as (keyof FrameCalls)[];
  const medians = names.map((name) => [name, medianOf(frames.map((frame) => frame[name]))]);
  return Object.fromEntries(medians) as FrameCalls;
}
