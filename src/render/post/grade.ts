/** What of grading a frame has: automatic exposure and bloom, of maps lit for HDR. */

import type { Owner } from "../../gpu/resource-group.ts";
import type { MapScene } from "../../map/types.ts";
import type { SceneTarget } from "../targets/scene-target.ts";
import type { Camera } from "../types.ts";
import type { ScreenDraw } from "./screen-draw.ts";

export interface GradeParts {
  readonly autoExposure: boolean;
  readonly bloom: boolean;
}

export interface Grade extends Owner {
  /** Another whenever the targets, the map or the parts are. */
  readonly draw: ScreenDraw;
  readonly hasAutoExposure: boolean;
  readonly hasBloom: boolean;
  /** Whether the frame's exposure is looked for. */
  readonly isMetered: boolean;
  /** Makes what it has that of a target and a map. @throws GpuError `limit` */
  readonly follow: (scene: MapScene, target: SceneTarget, parts: GradeParts) => void;
  /** Says how the next frame's exposure comes of the one before: see `exposure-steps.ts`. */
  readonly begin: (camera: Camera, seconds: number) => void;
  readonly encodeMeter: (pass: GPUComputePassEncoder) => void;
  readonly encodeBloom: (pass: GPUComputePassEncoder) => void;
}
