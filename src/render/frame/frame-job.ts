/** What the passes of a frame are encoded from; the same object each frame. */

import type { RenderContext } from "../context/render-context.ts";
import type { Inspector } from "../inspect/inspector.ts";
import type { Lines } from "../lines/lines.ts";
import type { Grade } from "../post/grade.ts";
import type { BehindTargets } from "../refraction/behind-targets.ts";
import type { SizedTargets } from "../targets/sized-targets.ts";
import type { RenderSettings } from "../types.ts";
import type { MapDraws } from "../views/map-draws.ts";
import type { ViewDraws } from "../views/view-draws.ts";
import type { Mirror } from "../water/mirror.ts";
import type { PassTiming } from "./pass-timing.ts";

export interface FrameJob {
  readonly context: RenderContext;
  /** As they were asked for, but for what a view has in place of them. */
  readonly settings: RenderSettings;
  readonly timing: PassTiming;
  sized: SizedTargets;
  /** null: nothing but black is drawn. */
  map: MapDraws | null;
  /** What grades the picture; null: nothing does, or it is not there yet. */
  grade: Grade | null;
  /** Shows surfaces by a view, and edges; null: neither was asked for yet, or it is being fetched. */
  inspector: Inspector | null;
  /** Lines over the picture; null: there are none. */
  lines: Lines | null;
  /** All views that the frame draws; the picture's camera first. */
  readonly views: ViewDraws[];
  /** Draws so far that are drawn however little is in view: the skies', the screen's. */
  fixedDraws: number;
  /** Whether the picture goes onto the canvas. */
  isShown: boolean;
  /** Whether the GPU culls; the CPU does otherwise, what is drawn back to front included. */
  isGpuCulled: boolean;
  /** Whether the picture's view is culled again, by the depth that its early draws left. */
  hasLatePhase: boolean;
  /** What surfaces that refract read; null: the map has none that are drawn. */
  behind: BehindTargets | null;
  /** Whether the picture's view, and the inset's, may see any of them. */
  isBehindRead: boolean;
  isInsetBehindRead: boolean;
  /** What water in the picture's view mirrors; null: nothing. */
  mirror: Mirror | null;
  /** Whether silhouettes of models that moved are drawn anew, for their shadows. */
  isCasting: boolean;
  /** Whether what earlier frames found is drawn again, and nothing is culled: see `StillFrames`. */
  isStill: boolean;
}
