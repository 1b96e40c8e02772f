/**
 * Interface for redrawing the shadow silhouettes of models that moved. On most maps and in most
 * frames there is nothing to redraw.
 */

import type { Owner } from "../../gpu/resource-group.ts";
import type { LazyPipeline } from "../context/pipeline-queue.ts";
import type { RenderSettings } from "../types.ts";
import type { View } from "../views/view.ts";

/** The part of a `ViewDraws` that it uses. */
export interface CastView {
  readonly view: Pick<View, "visible" | "frustum">;
}

export interface Casting extends Owner {
  /** Chooses the silhouettes to redraw in a frame. Returns false if there is nothing to redraw. */
  readonly choose: (
    views: readonly CastView[],
    settings: RenderSettings,
    seconds: number,
  ) => boolean;
  /**
   * Poses the chosen models.
   * @param views group of all views: `FrameUniforms.views`
   */
  readonly pose: (pass: GPUComputePassEncoder, views: GPUBindGroup) => void;
  /** Draws the chosen silhouettes. */
  readonly draw: (encoder: GPUCommandEncoder) => void;
}

/** Silhouette passes of all loaded maps. Shadows are not redrawn until the pass is compiled. */
export type Castings = LazyPipeline<Casting | null>[];
