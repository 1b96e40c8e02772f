/** State that the passes of a frame are encoded from. The same object is used for all frames. */

import type { MapMoment } from "../../map/motion/brush-models.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { Inspector } from "../inspect/inspector.ts";
import type { Lamps } from "../lamps/lamps.ts";
import type { Lines } from "../lines/lines.ts";
import type { Grade } from "../post/grade.ts";
import type { ViewFade } from "../post/view-fade.ts";
import type { BehindTargets } from "../refraction/behind-targets.ts";
import type { SizedTargets } from "../targets/sized-targets.ts";
import type { Camera, RenderSettings } from "../types.ts";
import type { MapDraws } from "../views/map-draws.ts";
import type { ViewDraws } from "../views/view-draws.ts";
import type { Mirror } from "../water/mirror.ts";
import type { PassTiming } from "./pass-timing.ts";

/** A page's own draws in the picture. The code behind it is loaded on first use. */
export interface OwnDraws {
  /** Called before a frame is encoded. */
  readonly begin: (camera: Camera, seconds: number) => void;
  /** Encodes the page's own passes. No pass is open. */
  readonly encode: (encoder: GPUCommandEncoder, job: FrameJob) => void;
  /** Draws into the scene's colour and depth. */
  readonly draw: (pass: GPURenderPassEncoder, job: FrameJob) => void;
}

export interface FrameJob {
  readonly context: RenderContext;
  /** The requested settings, with those that an inspection view replaces. */
  readonly settings: RenderSettings;
  readonly timing: PassTiming;
  sized: SizedTargets;
  /** `null` if only black is drawn. */
  map: MapDraws | null;
  /** State of the map that a simulation gives it; `null` as the map starts. */
  moment: MapMoment | null;
  /** Light that lamps add. `null` if the frame has no lamps, or while their code is loading. */
  lamps: Lamps | null;
  /** Colour grading of the picture. `null` if it is off or not loaded yet. */
  grade: Grade | null;
  /** Colour over the picture. `null` until a simulation first fades it. */
  fade: ViewFade | null;
  /** Inspection views and wireframe. `null` if none was requested yet, or while it is loading. */
  inspector: Inspector | null;
  /** Lines over the picture, or `null` if none are set. */
  lines: Lines | null;
  /** Draws of the page among the map's, or `null` if there are none. */
  own: OwnDraws | null;
  /** All views of the frame. The picture's camera is first. */
  readonly views: ViewDraws[];
  /**
   * Number of draws so far that do not depend on what is in view: those of the sky and the screen.
   */
  fixedDraws: number;
  /** Whether the picture is copied to the canvas. */
  isShown: boolean;
  /** See `Renderer.setLoading`. */
  isLoading: boolean;
  /** Whether the GPU culls and sorts. If not, the CPU does. */
  isGpuCulled: boolean;
  /** Whether the picture's view is culled a second time by the depth of its early draws. */
  hasLatePhase: boolean;
  /**
   * Copies of the picture that refracting and soft surfaces read. `null` if none of them is drawn.
   */
  behind: BehindTargets | null;
  /** Whether the picture's view, and the inset's, may show surfaces that read the copies. */
  isBehindRead: boolean;
  isInsetBehindRead: boolean;
  /** Mirrored picture for water in the picture's view. `null` if no reflecting water is in view. */
  mirror: Mirror | null;
  /** Whether silhouettes of models that moved are redrawn for their shadows. */
  isCasting: boolean;
  /** Whether the results of earlier frames are drawn again without culling: see `StillFrames`. */
  isStill: boolean;
}
