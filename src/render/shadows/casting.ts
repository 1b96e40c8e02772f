/** What draws the silhouettes of models anew that moved, for their shadows: nothing, on most maps and in most frames. */

import type { Owner } from "../../gpu/resource-group.ts";
import type { LazyPipeline } from "../context/pipeline-queue.ts";
import type { RenderSettings } from "../types.ts";
import type { View } from "../views/view.ts";

/** What it takes of a `ViewDraws`. */
export interface CastView {
  readonly view: Pick<View, "visible" | "frustum">;
  readonly frame: GPUBindGroup;
  readonly visibility: { readonly bindGroup: GPUBindGroup };
}

export interface Casting extends Owner {
  /** Chooses which are drawn anew in a frame; false: none of them. */
  readonly choose: (
    views: readonly CastView[],
    settings: RenderSettings,
    seconds: number,
  ) => boolean;
  /** Poses those that were chosen. */
  readonly pose: (pass: GPUComputePassEncoder, view: CastView) => void;
  /** Draws them. */
  readonly draw: (encoder: GPUCommandEncoder) => void;
}

/** Of all maps that there are; shadows stay as they are until what draws them is there. */
export type Castings = LazyPipeline<Casting | null>[];
