import type { Owner } from "../../gpu/resource-group.ts";
import type { LazyPipeline } from "../context/pipeline-queue.ts";

export interface PosePass extends Owner {
  /**
   * Poses what a view may see, at the moment that its uniforms say.
   * @param frame bind group of the view
   * @param visibility bind group of `ViewVisibility`
   */
  readonly encode: (
    pass: GPUComputePassEncoder,
    frame: GPUBindGroup,
    visibility: GPUBindGroup,
  ) => void;
}

/** Of all props that there are; what plays stands still until its pass is there. */
export type PosePasses = LazyPipeline<PosePass | null>[];
