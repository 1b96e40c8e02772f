/** What of grading a frame has: automatic exposure and bloom, of maps lit for HDR, and colour correction. */

import type { Owner } from "../../gpu/resource-group.ts";
import type { ColorCorrections, MapScene } from "../../map/types.ts";
import type { SceneTarget } from "../targets/scene-target.ts";
import type { Camera } from "../types.ts";

/** What a pass draws with that reads more than the picture before it. */
export interface ScreenDraw {
  /** Draws into `PICTURE_FORMAT`; group 0 is the camera's frame. */
  readonly pipeline: GPURenderPipeline;
  /** Group 1. */
  readonly bindGroup: GPUBindGroup;
}

/** What makes the bloom, and of what. */
export interface BloomPipelines {
  readonly layout: GPUBindGroupLayout;
  /** In the order in which they are run. */
  readonly steps: readonly GPUComputePipeline[];
}

export interface GradeParts {
  readonly autoExposure: boolean;
  readonly bloom: boolean;
  /** null: colours are what they are. */
  readonly corrections: ColorCorrections | null;
}

export interface Grade extends Owner {
  /** Another whenever the targets, the map or the parts are. */
  readonly draw: ScreenDraw;
  readonly hasAutoExposure: boolean;
  readonly hasBloom: boolean;
  /** Whether the frame's exposure is looked for. */
  readonly isMetered: boolean;
  /** Whether it was made for these. */
  readonly isOf: (scene: MapScene, target: SceneTarget) => boolean;
  /**
   * Makes what it has that of a target and a map.
   * @param draw for these parts
   * @param bloom null: it has none
   * @throws GpuError `limit`
   */
  readonly follow: (
    scene: MapScene,
    target: SceneTarget,
    parts: GradeParts,
    draw: GPURenderPipeline,
    bloom: BloomPipelines | null,
  ) => void;
  /** Says how the next frame's exposure comes of the one before: see `exposure-steps.ts`. */
  readonly begin: (camera: Camera, seconds: number) => void;
  readonly encodeMeter: (pass: GPUComputePassEncoder) => void;
  readonly encodeBloom: (pass: GPUComputePassEncoder) => void;
}
