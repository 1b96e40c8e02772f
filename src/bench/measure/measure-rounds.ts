/**
 * Flies the path and records the time of each frame. A frame is timed with the GPU idle and the
 * JavaScript engine at rest: wait for the previous frame, then a little longer, set the pose, and
 * time `render` alone. The GPU time falls into the next wait. So neither a window's refresh rate
 * nor a slow or software GPU affects the JavaScript times.
 */

import { createBitSet, setAllBits } from "../../core/bit-set.ts";
import type { MapScene } from "../../map/types.ts";
import { WORLD_VERTEX } from "../../map/world.ts";
import { writeForward } from "../../math/angles.ts";
import { NEAR_PLANE, verticalFov } from "../../math/projection.ts";
import type { Camera } from "../../render/types.ts";
import { cullBoxes } from "../../visibility/cull.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import { decodePvsRow } from "../../visibility/pvs.ts";
import type { BenchRenderer } from "../bench-renderer.ts";
import type { Allocation, AllocationProbe } from "../types.ts";
import { POSE_SIZE, writePose } from "./camera-path.ts";

// A fixed piece of JavaScript whose time measures the machine's speed. If it differs between two
// reports, the machine has changed.

const WORDS = 256;
const STEPS = 20_000;

const words = new Uint32Array(WORDS);

/** Returns milliseconds. The results are kept so that the engine cannot remove the work. */
function timeReferenceWork(): number {
  const start = performance.now();
  let state = words[0] | 1;
  for (let i = 0; i < STEPS; i++) {
    // Marsaglia's xorshift.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    words[state & (WORDS - 1)] += state;
  }
  words[0] = state;
  return performance.now() - start;
}

// Counts the world triangles that a frame must draw, as a reference for the drawn ones.

const PLANES = 5;

/**
 * Writes the view's planes in world space, four numbers each: a point p is inside if dot(plane.xyz,
 * p) + plane.w >= 0. Uses the camera's axes, independently of the renderer's matrices.
 */
function writeViewPlanes(out: Float32Array, camera: Camera, aspect: number): void {
  const axes = new Float32Array(6);
  writeForward(axes, camera.pitch, camera.yaw);
  writeForward(axes.subarray(3), camera.pitch - 90, camera.yaw);
  const [fx, fy, fz, ux, uy, uz] = axes;
  const rx = fy * uz - fz * uy;
  const ry = fz * ux - fx * uz;
  const rz = fx * uy - fy * ux;
  const tanV = Math.tan(verticalFov(camera.fov) / 2);
  const tanH = tanV * aspect;
  const sides = [
    [fx * tanH + rx, fy * tanH + ry, fz * tanH + rz],
    [fx * tanH - rx, fy * tanH - ry, fz * tanH - rz],
    [fx * tanV + ux, fy * tanV + uy, fz * tanV + uz],
    [fx * tanV - ux, fy * tanV - uy, fz * tanV - uz],
    [fx, fy, fz],
  ];
  for (const [i, [x, y, z]] of sides.entries()) {
    const near = i === PLANES - 1 ? NEAR_PLANE : 0;
    out.set([x, y, z, -(x * camera.x + y * camera.y + z * camera.z) - near], i * 4);
  }
}

/** Counts exactly visible triangles at a pose. */
export interface TriangleCounter {
  /**
   * Returns the number of triangles in visible clusters that are not wholly outside one of the
   * view's planes.
   */
  count(camera: Camera, aspect: number): number;
}

export function createTriangleCounter(scene: MapScene): TriangleCounter {
  const { world, chunks, tree, pvs } = scene;
  const positions = new DataView(
    world.vertices.buffer,
    world.vertices.byteOffset,
    world.vertices.byteLength,
  );
  const planes = new Float32Array(PLANES * 4);
  const rows = new Uint32Array(chunks.count);
  const visible = createBitSet(pvs?.clusterCount ?? 0);

  /** Returns a bit for each plane that the vertex is outside of. */
  const outsideOf = (vertex: number): number => {
    const at = vertex * WORLD_VERTEX.strideBytes + WORLD_VERTEX.position;
    const x = positions.getFloat32(at, true);
    const y = positions.getFloat32(at + 4, true);
    const z = positions.getFloat32(at + 8, true);
    let bits = 0;
    for (let i = 0; i < PLANES; i++) {
      const p = i * 4;
      if (planes[p] * x + planes[p + 1] * y + planes[p + 2] * z + planes[p + 3] < 0) bits |= 1 << i;
    }
    return bits;
  };

  return {
    count(camera, aspect) {
      writeViewPlanes(planes, camera, aspect);
      const cluster = tree.leafCluster[findLeaf(tree, camera.x, camera.y, camera.z)];
      if (pvs && cluster >= 0) decodePvsRow(pvs, cluster, visible);
      else setAllBits(visible, pvs?.clusterCount ?? 0);
      const rowCount = cullBoxes(chunks, pvs ? visible : null, null, rows);
      let count = 0;
      for (let row = 0; row < rowCount; row++) {
        const first = chunks.firstIndex[rows[row]];
        const end = first + chunks.indexCount[rows[row]];
        for (let i = first; i < end; i += 3) {
          const outside =
            outsideOf(world.indices[i]) &
            outsideOf(world.indices[i + 1]) &
            outsideOf(world.indices[i + 2]);
          if (outside === 0) count++;
        }
      }
      return count;
    },
  };
}

// An empty frame, the minimum cost of any frame: one buffer write of a view's size, a command
// encoder, a render pass that only clears, and the submit.

const TARGET_FORMAT: GPUTextureFormat = "rgba16float";
/** Size of the data that visleaf writes for a view. */
const UNIFORM_BYTES = 256;

export interface EmptyFrame {
  /** Submits an empty frame. Returns its JavaScript time in milliseconds. */
  time(): number;
  destroy(): void;
}

function createEmptyFrame(device: GPUDevice): EmptyFrame {
  const target = device.createTexture({
    label: "bench/empty-frame",
    format: TARGET_FORMAT,
    size: [1, 1],
    usage: GPUTextureUsage.RENDER_ATTACHMENT,
  });
  const uniforms = device.createBuffer({
    label: "bench/empty-frame",
    size: UNIFORM_BYTES,
    usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST,
  });
  const bytes = new Uint8Array(UNIFORM_BYTES);
  // Created once, as in a renderer.
  const pass: GPURenderPassDescriptor = {
    label: "bench/empty-frame",
    colorAttachments: [{ view: target.createView(), loadOp: "clear", storeOp: "store" }],
  };
  const commands: GPUCommandBuffer[] = [];
  return {
    time() {
      const start = performance.now();
      device.queue.writeBuffer(uniforms, 0, bytes);
      const encoder = device.createCommandEncoder({ label: "bench/empty-frame" });
      encoder.beginRenderPass(pass).end();
      commands[0] = encoder.finish();
      device.queue.submit(commands);
      return performance.now() - start;
    },
    destroy() {
      target.destroy();
      uniforms.destroy();
    },
  };
}

/** Name of the step that submits the commands: work of the browser and the driver. */
const SUBMIT = "submit";
/** Number of frames between two timed empty frames. */
const EMPTY_INTERVAL = 4;
/** Frames a second of the map's clock, fixed so that all runs show the same animation. */
const CLOCK_RATE = 60;
/**
 * Milliseconds of rest, longer than a minor garbage collection and the end of the driver's work.
 */
const SETTLE_MS = 15;
/** Scale of the picture when pixels do not matter. */
const SMALL = 1 / 10;

/** Poses of a round, and the field of view. */
export interface BenchPath {
  readonly poses: Float32Array;
  /** Horizontal degrees at 4:3. */
  readonly fov: number;
}

/** Called after each frame, outside of the measured time. */
type OnFrame = (done: number, total: number) => void;

const settle = () => new Promise<void>((resolve) => setTimeout(resolve, SETTLE_MS));

const createCamera = (fov: number) => ({ x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov });

/** Times of rounds in milliseconds, one row a round; the column is the frame's number. */
export interface RoundTimes {
  readonly js: Float64Array;
  /** Part of `js` spent in `queue.submit`. */
  readonly submit: Float64Array;
  /** Times of empty frames, one after every `EMPTY_INTERVAL` frames. */
  readonly floor: Float64Array;
  /** GPU times; −1 if not measured. */
  readonly gpu: Float64Array;
  /** Times of the reference work after each frame. */
  readonly reference: Float64Array;
  /** One row a frame, one column for each step before and after the passes. */
  readonly stepJs: Float64Array;
  /** One row a frame, one column a pass. */
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
      // The GPU times of the frame are read back during this wait.
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

/** Counts of drawn objects, one value a frame. */
export interface FrameCounts {
  readonly worldDraws: Float64Array;
  readonly propDraws: Float64Array;
  readonly draws: Float64Array;
  readonly instances: Float64Array;
  readonly triangles: Float64Array;
  readonly worldTriangles: Float64Array;
  /** Exactly visible world triangles, summed over the path. */
  readonly visible: number;
}

/** Flies an untimed round and collects counts, including those of the GPU. */
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

/**
 * Measures the allocations of a frame, averaged over `count` frames, which are drawn once before:
 * bundles are recorded when they are first drawn. Waiting for the GPU is excluded.
 */
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
  for (let frame = 0; frame < count; frame++) {
    draw(frame);
    await drain();
  }
  for (let frame = 0; frame < count; frame++) {
    probe.run(draw, frame, frame + 1);
    await drain();
    onFrame(frame + 1, count);
  }
  renderer.resize(width, height);
  return probe.finish();
}
