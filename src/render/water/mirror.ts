/** What water mirrors in a frame: a view of its own, from below its plane, drawn before the picture. */

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
  /** Of `GROUP_BEHIND`: what was drawn behind a surface, and what it mirrors. */
  readonly bindGroup: GPUBindGroup;
  /** Gives a pass what the mirrored view is drawn into. */
  readonly attach: (pass: GPURenderPassDescriptor) => void;
}

/** What water is to the picture's camera, of all maps that a renderer draws, one after the other. */
export interface WaterViews extends Owner {
  /**
   * After the camera was updated: fogs what it sees if it is in water.
   * @param isSeen whether it may see any
   * @returns what is mirrored for it; null: nothing in its view mirrors anything, or it is not above it
   */
  readonly update: (
    map: MapDraws,
    picture: SceneTarget,
    behind: Behind,
    moment: FrameMoment,
    isSeen: boolean,
  ) => Mirror | null;
  /** Frees what was made for a map, until it is asked for again. */
  readonly forget: () => void;
}
