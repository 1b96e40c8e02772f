/**
 * Flies the path and writes down what each frame took.
 *
 * A frame is timed with the GPU idle and the JavaScript engine at rest: wait for the frame before,
 * then a little longer, set the pose, and time `render` alone. What the GPU needs then falls into the
 * next wait. So neither a window's refresh nor a slow or software GPU is in the JavaScript times.
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
import { timeReferenceWork } from "../noise/reference-work.ts";
import type { Allocation, AllocationProbe } from "../types.ts";
import { POSE_SIZE, writePose } from "./camera-path.ts";

// How many of the world's triangles a frame cannot do without: the yardstick for what is drawn.

const PLANES = 5;

/**
 * Writes the view's planes in world space, from the camera's axes rather than the renderer's
 * matrices: 4 numbers each, inside where dot(plane.xyz, p) + plane.w >= 0.
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

/** Counts a map's exactly visible triangles, pose by pose. */
export interface TriangleCounter {
  /** Triangles of visible clusters that are not wholly outside one of the view's planes. */
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

  /** Bits of the planes that a vertex is outside of. */
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

// A frame that draws nothing: what every frame pays before it draws anything. One buffer write of a
// view's size, a command encoder, a render pass that only clears, and the submit.

const TARGET_FORMAT: GPUTextureFormat = "rgba16float";
/** As large as what visleaf writes for a view. */
const UNIFORM_BYTES = 256;

export interface EmptyFrame {
  /** Draws nothing, and gives the milliseconds of JavaScript that it took. */
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
  // Made once, as a renderer makes its own: a frame begins with what is there.
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
