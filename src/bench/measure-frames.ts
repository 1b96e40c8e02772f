/** Flies the camera path and writes down what each frame took. */

import type { MapScene } from "../map/types.ts";
import type { Camera, Renderer } from "../render/types.ts";
import { POSE_SIZE } from "./camera-path.ts";
import { createTriangleCounter } from "./exact-triangles.ts";
import { type Distribution, summarizeSamples } from "./statistics.ts";

/** The field of view that the engine starts with. */
const FOV = 75;

export interface FrameBenchHost {
  readonly renderer: Renderer;
  /** Resolves when the GPU has done all that was asked of it, so that frames do not overlap. */
  drain(): Promise<void>;
}

export interface FrameReport {
  readonly poses: number;
  /** JavaScript milliseconds of `Renderer.render`. */
  readonly jsMs: Distribution;
  readonly draws: Distribution;
  readonly chunks: Distribution;
  readonly props: Distribution;
  /** World and props together. */
  readonly triangles: Distribution;
}

export interface TriangleReport {
  /** The world's triangles that were drawn, over all poses. */
  readonly submitted: number;
  /** Of those in visible clusters, the ones that are not outside the view: what was needed. */
  readonly exact: number;
  readonly submittedOverExact: number;
}

/** Reads the pose in a row of a camera path into a camera. */
function writePose(
  camera: { -readonly [K in keyof Camera]: Camera[K] },
  path: Float32Array,
  row: number,
) {
  const at = row * POSE_SIZE;
  camera.x = path[at];
  camera.y = path[at + 1];
  camera.z = path[at + 2];
  camera.pitch = path[at + 3];
  camera.yaw = path[at + 4];
}

const createPathCamera = () => ({ x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: FOV });

/** Draws every pose `passes` times and once before, unmeasured, to warm up. */
export async function measureFrames(
  { renderer, drain }: FrameBenchHost,
  path: Float32Array,
  passes: number,
): Promise<FrameReport> {
  const poses = path.length / POSE_SIZE;
  const camera = createPathCamera();
  const rows: Record<"jsMs" | "draws" | "chunks" | "props" | "triangles", number[]> = {
    jsMs: [],
    draws: [],
    chunks: [],
    props: [],
    triangles: [],
  };
  for (let pass = -1; pass < passes; pass++) {
    for (let row = 0; row < poses; row++) {
      writePose(camera, path, row);
      const start = performance.now();
      renderer.render(camera);
      const jsMs = performance.now() - start;
      await drain();
      if (pass < 0) continue;
      const { draws, chunks, props, triangles } = renderer.stats;
      rows.jsMs.push(jsMs);
      rows.draws.push(draws);
      rows.chunks.push(chunks);
      rows.props.push(props);
      rows.triangles.push(triangles);
    }
  }
  return {
    poses,
    jsMs: summarizeSamples(rows.jsMs),
    draws: summarizeSamples(rows.draws),
    chunks: summarizeSamples(rows.chunks),
    props: summarizeSamples(rows.props),
    triangles: summarizeSamples(rows.triangles),
  };
}

/** Draws every pose with the world alone, and holds its triangles against those needed. */
export async function measureTriangles(
  { renderer, drain }: FrameBenchHost,
  scene: MapScene,
  path: Float32Array,
): Promise<TriangleReport> {
  const { props, sky } = renderer.settings;
  renderer.settings.props = false;
  renderer.settings.sky = false;
  const counter = createTriangleCounter(scene);
  const camera = createPathCamera();
  let submitted = 0;
  let exact = 0;
  for (let row = 0; row * POSE_SIZE < path.length; row++) {
    writePose(camera, path, row);
    renderer.render(camera);
    await drain();
    submitted += renderer.stats.triangles;
    exact += counter.count(camera, renderer.width / renderer.height);
  }
  renderer.settings.props = props;
  renderer.settings.sky = sky;
  return { submitted, exact, submittedOverExact: exact > 0 ? submitted / exact : 1 };
}

/** Adds up what is allocated on the JavaScript heap. */
export interface AllocationProbe {
  start(): void;
  /** Bytes allocated since `start`, what was collected meanwhile included. */
  stop(): number;
}

/** As many frames as can be waiting for the GPU without its queue growing. */
const FRAMES_BETWEEN_DRAINS = 50;

/** Bytes of JavaScript heap that a frame takes, on average. Waiting for the GPU is not counted. */
export async function measureAllocation(
  { renderer, drain }: FrameBenchHost,
  probe: AllocationProbe,
  path: Float32Array,
  frames: number,
): Promise<number> {
  const poses = path.length / POSE_SIZE;
  const camera = createPathCamera();
  let bytes = 0;
  for (let frame = 0; frame < frames; ) {
    const end = Math.min(frames, frame + FRAMES_BETWEEN_DRAINS);
    probe.start();
    for (; frame < end; frame++) {
      writePose(camera, path, frame % poses);
      renderer.render(camera);
    }
    bytes += probe.stop();
    await drain();
  }
  return bytes / frames;
}
