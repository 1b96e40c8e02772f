/** Automatic exposure on the GPU: its state, and the dispatch of a frame. */

import type { Gpu } from "../../../gpu/gpu.ts";
import { buildOwner, type Owner } from "../../../gpu/resource-group.ts";
import type { ToneMapping } from "../../../map/types.ts";
import { GROUP_FRAME, GROUP_SET } from "../../context/bind-layouts.ts";
import { EXPOSURE_GOALS, LUMINANCE_BINS } from "../../shader-constants.ts";
import type { SceneTarget } from "../../targets/scene-target.ts";
import type { Camera } from "../../types.ts";

// Decides how a frame's exposure follows from the previous one. Frames with advancing time form a
// sequence, in which each frame adapts the exposure. A single frame (the first of a map, after a
// jump in time or place, or without advancing time) is drawn at rest: with the exposure that a long
// look would settle at, starting from the map's exposure. The same sequence therefore gives the
// same pictures, and a single frame depends only on what it shows.

/** The exposure settles from the map's start value. */
export const STEP_REST = 0;
/** The exposure adapts from the previous frame's. */
export const STEP_APPROACH = 1;
/** Repeats the previous frame's exposure, because the sequence is paused. */
export const STEP_HOLD = 2;

export type ExposureStep = typeof STEP_REST | typeof STEP_APPROACH | typeof STEP_HOLD;

/** Seconds between frames above which a sequence ends. */
const LONGEST_FRAME = 1;
/** Distance in inches between frames above which the camera has jumped. */
const CUT_DISTANCE = 1024;

export interface ExposureSteps {
  next(camera: Camera, seconds: number): ExposureStep;
  /** Continues a sequence at a time at which no frame was drawn. */
  skip(seconds: number): void;
  /** Call for another map. */
  restart(): void;
}

export function createExposureSteps(): ExposureSteps {
  /** Position and angles of the previous frame's camera. */
  const before = new Float64Array(5);
  let time = Number.NaN;
  let isSequence = false;

  return {
    next({ x, y, z, pitch, yaw }, seconds) {
      const passed = seconds - time;
      // Not by `Math.hypot`, which allocates.
      const moved = Math.sqrt((x - before[0]) ** 2 + (y - before[1]) ** 2 + (z - before[2]) ** 2);
      const isSame = moved === 0 && pitch === before[3] && yaw === before[4];
      before[0] = x;
      before[1] = y;
      before[2] = z;
      before[3] = pitch;
      before[4] = yaw;
      time = seconds;
      if (passed === 0 && isSame && isSequence) return STEP_HOLD;
      isSequence = passed > 0 && passed <= LONGEST_FRAME && moved <= CUT_DISTANCE;
      return isSequence ? STEP_APPROACH : STEP_REST;
    },
    skip(seconds) {
      time = seconds;
    },
    restart() {
      time = Number.NaN;
      isSequence = false;
    },
  };
}

/** Number of time constants after which 0.01 % of a difference is left. */
const SETTLED_CONSTANTS = 9;
/** Seconds in which the average of the last goals follows a changed picture. */
const GOAL_SECONDS = 1;

/**
 * Returns the seconds in which `approach` of `shaders/screen/exposure.wgsl` reaches the exposure of
 * a picture that stays the same.
 * @param rate the map's, as in `ToneMapping`
 */
export function exposureSettlingSeconds(rate: number): number {
  if (rate <= 0) return GOAL_SECONDS;
  const step = Math.min((rate * 2) / 60, 0.25 / LUMINANCE_BINS);
  return GOAL_SECONDS + SETTLED_CONSTANTS / (-Math.log(1 - step) * 60);
}

export interface MeterPipelines {
  readonly layout: GPUBindGroupLayout;
  readonly settle: GPUComputePipeline;
  readonly approach: GPUComputePipeline;
}

/** Sizes in bytes of the structs `Exposure` and `Metering` in `shaders/screen/exposure.wgsl`. */
const EXPOSURE_BYTES = (3 + EXPOSURE_GOALS) * 4;
const METERING_BYTES = 56;
const METERING_TIME = 48;

/**
 * Greatest number of sampled texels, but for those at the edges. More would hardly change the
 * histogram. A thread of the shader counts up to 255 of them.
 */
const MOST_TEXELS = 2 ** 14;

/** Measured part of the picture around its middle: `mat_exposure_center_region_x` and `_y`. */
const REGION_X = 0.9;
const REGION_Y = 0.85;

export interface MeteredTexels {
  readonly stride: number;
  readonly x: number;
  readonly y: number;
  readonly columns: number;
  readonly rows: number;
}

/** Chooses the texels of a picture that are sampled. */
export function meteredTexels(width: number, height: number, most = MOST_TEXELS): MeteredTexels {
  // Single precision, as in the engine.
  const skipped = (size: number, region: number) =>
    Math.trunc(Math.fround(size * Math.fround(0.5 * Math.fround(1 - Math.fround(region)))));
  const [x, y] = [skipped(width, REGION_X), skipped(height, REGION_Y)];
  const [across, down] = [width - 2 * x, height - 2 * y];
  const stride = Math.max(1, Math.ceil(Math.sqrt((across * down) / most)));
  return { stride, x, y, columns: Math.ceil(across / stride), rows: Math.ceil(down / stride) };
}

export interface ExposureMeter extends Owner {
  /** State buffer. Its first number is the factor of light. */
  readonly state: GPUBuffer;
  /**
   * Measures another picture from now on, of the same map or another one.
   * @param exposure the map's first exposure
   */
  aim(exposure: number, toneMapping: ToneMapping | null, target: SceneTarget): void;
  /** Writes the time of the next frame, in seconds. */
  setTime(seconds: number): void;
  encode(pass: GPUComputePassEncoder, frame: GPUBindGroup, step: ExposureStep): void;
}

export function createExposureMeter(gpu: Gpu, pipelines: MeterPipelines): ExposureMeter {
  const { STORAGE, UNIFORM, COPY_DST, COPY_SRC } = GPUBufferUsage;
  const { state, metering, destroy } = buildOwner(gpu, (group) => ({
    state: group.buffer(
      "render/exposure",
      "targets",
      STORAGE | COPY_DST | COPY_SRC,
      EXPOSURE_BYTES,
    ),
    metering: group.buffer("render/metering", "targets", UNIFORM | COPY_DST, METERING_BYTES),
  }));
  const bytes = new ArrayBuffer(METERING_BYTES);
  const floats = new Float32Array(bytes);
  const words = new Uint32Array(bytes);
  let bindGroup: GPUBindGroup | null = null;
  const time = new Float32Array(1);

  return {
    state,
    aim(exposure, toneMapping, { width, height, lightView }) {
      const texels = meteredTexels(width, height);
      floats[0] = exposure;
      floats[1] = toneMapping?.min ?? 1;
      floats[2] = toneMapping?.max ?? 1;
      floats[3] = toneMapping?.rate ?? 0;
      floats[4] = toneMapping?.brightTarget ?? 1;
      floats[5] = toneMapping?.brightShare ?? 0;
      floats[6] = toneMapping?.leastMedian ?? 0;
      words[7] = texels.stride;
      words[8] = texels.x;
      words[9] = texels.y;
      words[10] = texels.columns;
      words[11] = texels.rows;
      gpu.device.queue.writeBuffer(metering, 0, bytes);
      bindGroup = gpu.device.createBindGroup({
        label: "render/exposure",
        layout: pipelines.layout,
        entries: [
          { binding: 0, resource: { buffer: state } },
          { binding: 1, resource: { buffer: metering } },
          { binding: 2, resource: lightView },
        ],
      });
    },
    setTime(seconds) {
      time[0] = seconds;
      gpu.device.queue.writeBuffer(metering, METERING_TIME, time);
    },
    encode(pass, frame, step) {
      if (bindGroup === null) return;
      pass.setBindGroup(GROUP_FRAME, frame);
      pass.setBindGroup(GROUP_SET, bindGroup);
      pass.setPipeline(step === STEP_APPROACH ? pipelines.approach : pipelines.settle);
      pass.dispatchWorkgroups(1);
    },
    destroy,
  };
}
