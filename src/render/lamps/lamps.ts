/** Interface of the projected textures for the frame and its passes. */

import type { Owner } from "../../gpu/resource-group.ts";
import type { FrameMoment } from "../frame/frame-uniforms.ts";
import type { Camera, RenderSettings } from "../types.ts";
import type { MapDraws } from "../views/map-draws.ts";
import type { ViewDraws } from "../views/view-draws.ts";

/** The part of a frame that lamps read. */
export interface LitFrame {
  readonly views: readonly ViewDraws[];
  readonly settings: RenderSettings;
  readonly hasLatePhase: boolean;
}

export interface Lamps extends Owner {
  /** Whether any lamp lights the picture of this frame. */
  readonly isLit: boolean;
  /** Requests all pipelines that the lamps need. */
  readonly prepare: () => void;
  /**
   * Call after the cameras were updated: chooses the lamps that light the picture, and adds the
   * views of those whose shadows changed.
   */
  readonly update: (
    map: MapDraws,
    camera: Camera,
    moment: FrameMoment,
    add: (draws: ViewDraws) => void,
  ) => void;
  /** Draws the depth that the added views see. Call after culling. */
  readonly drawDepths: (encoder: GPUCommandEncoder) => void;
  /** Adds the light to the world and the props, or to what is drawn over them. */
  readonly draw: (pass: GPURenderPassEncoder, frame: LitFrame, isOver: boolean) => void;
  /** Frees the resources of a map until they are needed again. */
  readonly forget: () => void;
}
