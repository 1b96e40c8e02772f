/**
 * Interface of a frame's grading: automatic exposure and bloom for maps lit for HDR, and colour
 * correction.
 */

import type { Owner } from "../../gpu/resource-group.ts";
import type { ColorCorrections, MapScene, ToneMapping } from "../../map/types.ts";
import type { SceneTarget } from "../targets/scene-target.ts";
import type { Camera } from "../types.ts";

/** Pipeline and bindings of a pass that reads more than the previous picture. */
export interface ScreenDraw {
  /** Draws into `PICTURE_FORMAT`; group 0 is the camera's frame block. */
  readonly pipeline: GPURenderPipeline;
  /** Bind group 1. */
  readonly bindGroup: GPUBindGroup;
}

/** Pipelines of bloom and their layout. */
export interface BloomPipelines {
  readonly layout: GPUBindGroupLayout;
  /** Steps in the order in which they run. */
  readonly steps: readonly GPUComputePipeline[];
}

export interface GradeParts {
  readonly autoExposure: boolean;
  readonly bloom: boolean;
  /** `null` if colours are not corrected. */
  readonly corrections: ColorCorrections | null;
  /** `null` if the exposure is constant. */
  readonly toneMapping: ToneMapping | null;
}

export interface Grade extends Owner {
  /** A new object whenever the targets, the map or the parts change. */
  readonly draw: ScreenDraw;
  readonly hasAutoExposure: boolean;
  readonly hasBloom: boolean;
  /** Seconds after which the exposure of a picture that stays the same no longer changes. */
  readonly settlingSeconds: number;
  /** Whether the frame measures its exposure. */
  readonly isMetered: boolean;
  /** Returns true if the grade was made for this map and target. */
  readonly isOf: (scene: MapScene, target: SceneTarget) => boolean;
  /**
   * Adapts the grade to a target and a map.
   * @param draw pipeline for these parts
   * @param bloom `null` if it has none
   * @throws GpuError `limit`
   */
  readonly follow: (
    scene: MapScene,
    target: SceneTarget,
    parts: GradeParts,
    draw: GPURenderPipeline,
    bloom: BloomPipelines | null,
  ) => void;
  /**
   * Decides how the next frame's exposure follows from the previous one: see `exposure-meter.ts`.
   */
  readonly begin: (camera: Camera, seconds: number) => void;
  /** Call instead of `begin` for a time at which nothing needs to be drawn. */
  readonly skip: (seconds: number) => void;
  readonly encodeMeter: (pass: GPUComputePassEncoder) => void;
  readonly encodeBloom: (pass: GPUComputePassEncoder) => void;
}
