/** The reflection in water in a frame: a view from below its plane, drawn before the picture. */

import type { Owner } from "../../gpu/resource-group.ts";
import type { RecordedDraws } from "../draws/recorded-draws.ts";
import type { FrameMoment } from "../frame/frame-uniforms.ts";
import type { Behind } from "../refraction/behind.ts";
import type { SceneTarget } from "../targets/scene-target.ts";
import type { MapDraws } from "../views/map-draws.ts";
import type { ViewDraws } from "../views/view-draws.ts";

export interface Mirror {
  readonly draws: ViewDraws;
  /** The 2D skybox. */
  readonly sky: RecordedDraws;
  /** Bind group for `GROUP_BEHIND`: the picture behind a surface, and the reflection. */
  readonly bindGroup: GPUBindGroup;
  /** Attaches the reflection's targets to a pass. */
  readonly attach: (pass: GPURenderPassDescriptor) => void;
}

/** Reflection and underwater fog of the picture's camera, for the current map of a renderer. */
export interface WaterViews extends Owner {
  /**
   * Call after the camera was updated: writes its fog if it is in water.
   * @param isSeen whether it may see any refracting surface
   * @returns the reflection, or `null` if no reflecting water is in view below the eye
   */
  readonly update: (
    map: MapDraws,
    picture: SceneTarget,
    behind: Behind,
    moment: FrameMoment,
    isSeen: boolean,
  ) => Mirror | null;
  /** Frees the resources of a map until they are needed again. */
  readonly forget: () => void;
}
