/** Interface of what a moment moves on the GPU, for the frame and its passes. */

import type { Owner } from "../../gpu/resource-group.ts";
import type { MapMoment } from "../../map/motion/brush-models.ts";
import type { ViewDraws } from "../views/view-draws.ts";

/** Brush models, or models of entities. */
export interface Moves extends Owner {
  /** Whether it moves what the map draws; not if its geometry was replaced. */
  readonly isCurrent: () => boolean;
  /** Takes the places of a moment, or those at the start. Call before the views are updated. */
  readonly follow: (moment: MapMoment | null) => void;
  /** Moves vertices, and the rows of the frame's views. Call before they are culled. */
  readonly encode: (pass: GPUComputePassEncoder, views: readonly ViewDraws[]) => void;
  /** Moves the boxes of the world's chunks. Call before the CPU reads them for these views. */
  readonly settle: (views: readonly ViewDraws[]) => void;
}

export interface BrushMoves extends Moves {
  /** The moment that was taken last; `null` for the map's start. */
  readonly moment: MapMoment | null;
}
