/**
 * Flies the path and writes down what each frame took.
 *
 * A frame is timed with the GPU idle and the JavaScript engine at rest: wait for the frame before,
 * then a little longer, set the pose, and time `render` alone. What the GPU needs then falls into the
 * next wait. So neither a window's refresh nor a slow or software GPU is in the JavaScript times.
 */

import type { MapScene } from "../../map/types.ts";
import type { BenchRenderer } from "../bench-renderer.ts";
import { timeReferenceWork } from "../noise/reference-work.ts";
import type { Allocation, AllocationProbe } from "../types.ts";
import { POSE_SIZE, writePose } from "./camera-path.ts";
import { createEmptyFrame } from "./empty-frame.ts";
import { createTriangleCounter } from "./exact-triangles.ts";

/** The step of a frame that hands its commands over: the browser's and the driver's own work. */
const SUBMIT = "submit";
/** Frames from one after which an empty one is timed to the next. */
const EMPTY_INTERVAL = 4;
/** Frames to a second of the map's clock: whatever time they take, they show the same. */
const CLOCK_RATE = 60;
/** Longer than a garbage collection of a frame's leavings, and than a driver's last words. */
const SETTLE_MS = 15;
/** Edge of the picture, relative to what was asked for, where pixels do not matter. */
const SMALL = 1 / 10;

/** What is flown: the poses of one round, and the lens. */
export interface BenchPath {
  readonly poses: Float32Array;
  /** Horizontal degrees at 4:3. */
  readonly fov: number;
}

/** Called after each frame, outside of what is timed. */
type OnFrame = (done: number, total: number) => void;

const settle = () => new Promise<void>((resolve) => setTimeout(resolve, SETTLE_MS));

const createCamera = (fov: number) => ({ x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov });

/** Times of rounds, a row a round: the frame's number is the column. */
export interface RoundTimes {
  readonly js: Float64Array;
  /** Of `js`, what `queue.submit` took. */
  readonly submit: Float64Array;
  /** Of frames that drew nothing, one after every few; as many a round. */
  readonly floor: Float64Array;
  /** -1: not measured. */
  readonly gpu: Float64Array;
  /** Of the work that is always the same, done after each frame. */
  readonly reference: Float64Array;
  /** A column a step before and after the passes, a row a frame. */
  readonly stepJs: Float64Array;
  /** A column a pass, a row a frame. */
  readonly passJs: Float64Array;
  readonly passGpu: Float64Array;
}

/** Flies `rounds` rounds, one after the other. */
export async function measureRounds(
  { gpu: { device }, renderer, drain }: BenchRenderer,
  { poses, fov }: BenchPath,
  rounds: number,
  onFrame: OnFrame,
): Promise<RoundTimes> {
  const { stats } = renderer;
  const passCount = stats.passNames.length;
  const frames = poses.length / POSE_SIZE;
  const total = frames * rounds;
  const floorCount = Math.ceil(frames / EMPTY_INTERVAL);
  const submitStep = stats.stepNames.indexOf(SUBMIT);
  const js = new Float64Array(total);
  const submit = new Float64Array(total);
  const floor = new Float64Array(floorCount * rounds);
  const gpu = new Float64Array(total);
  const reference = new Float64Array(total);
  const stepJs = new Float64Array(total * stats.stepNames.length);
  const passJs = new Float64Array(total * passCount);
  const passGpu = new Float64Array(total * passCount);
  const camera = createCamera(fov);
  const empty = createEmptyFrame(device);
  const rest = async () => {
    await drain();
    await settle();
  };
  try {
    await renderer.settled();
    await rest();
    for (let i = 0; i < total; i++) {
      const frame = i % frames;
      writePose(camera, poses, frame);
      const start = performance.now();
      renderer.render(camera, frame / CLOCK_RATE);
      js[i] = performance.now() - start;
      passJs.set(stats.passCpuMs, i * passCount);
      stepJs.set(stats.stepCpuMs, i * stats.stepNames.length);
      submit[i] = stats.stepCpuMs[submitStep];
      // While it rests, the frame's GPU times are read back.
      await rest();
      gpu[i] = stats.gpuMs;
      passGpu.set(stats.passGpuMs, i * passCount);
      reference[i] = timeReferenceWork();
      if (frame % EMPTY_INTERVAL === 0) {
        floor[Math.floor(i / frames) * floorCount + frame / EMPTY_INTERVAL] = empty.time();
        await rest();
      }
      onFrame(i + 1, total);
    }
  } finally {
    empty.destroy();
  }
  return { js, submit, floor, gpu, reference, stepJs, passJs, passGpu };
}

/** What was drawn, a value a frame. */
export interface FrameCounts {
  readonly worldDraws: Float64Array;
  readonly propDraws: Float64Array;
  readonly draws: Float64Array;
  readonly instances: Float64Array;
  readonly triangles: Float64Array;
  readonly worldTriangles: Float64Array;
  /** Exactly visible triangles of the world, summed over the path. */
  readonly visible: number;
}

/** Flies one round that is not timed and counts, waiting for the GPU's own numbers. */
export async function countRound(
  { renderer, drain }: BenchRenderer,
  scene: MapScene,
  { poses, fov }: BenchPath,
  onFrame: OnFrame,
): Promise<FrameCounts> {
  const frames = poses.length / POSE_SIZE;
  const column = () => new Float64Array(frames);
  const counts = {
    worldDraws: column(),
    propDraws: column(),
    draws: column(),
    instances: column(),
    triangles: column(),
    worldTriangles: column(),
  };
  const counter = createTriangleCounter(scene);
  const camera = createCamera(fov);
  let visible = 0;
  for (let i = 0; i < frames; i++) {
    writePose(camera, poses, i);
    renderer.render(camera, i / CLOCK_RATE);
    await drain();
    const stats = await renderer.readStats();
    counts.worldDraws[i] = stats.worldDraws;
    counts.propDraws[i] = stats.propDraws;
    counts.draws[i] = stats.draws;
    counts.instances[i] = stats.props;
    counts.triangles[i] = stats.triangles;
    counts.worldTriangles[i] = stats.worldTriangles;
    visible += counter.count(camera, renderer.width / renderer.height);
    onFrame(i + 1, frames);
  }
  return { ...counts, visible };
}

/** What a frame allocates, on average over `count`. Waiting for the GPU is not counted. */
export async function measureAllocation(
  { renderer, drain }: BenchRenderer,
  probe: AllocationProbe,
  { poses, fov }: BenchPath,
  count: number,
  onFrame: OnFrame,
): Promise<Allocation> {
  const frames = poses.length / POSE_SIZE;
  const { width, height } = renderer;
  const camera = createCamera(fov);
  const draw = (frame: number) => {
    writePose(camera, poses, frame % frames);
    renderer.render(camera, (frame % frames) / CLOCK_RATE);
  };
  renderer.resize(Math.ceil(width * SMALL), Math.ceil(height * SMALL));
  draw(0);
  await drain();
  for (let frame = 0; frame < count; frame++) {
    probe.run(draw, frame, frame + 1);
    await drain();
    onFrame(frame + 1, count);
  }
  renderer.resize(width, height);
  return probe.finish();
}
