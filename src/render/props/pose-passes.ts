import type { Owner } from "../../gpu/resource-group.ts";
import type { LazyPipeline } from "../context/pipeline-queue.ts";

export interface PosePass extends Owner {
  /**
   * Poses the models that a view may see, at the time in its uniforms.
   * @param frame bind group of the view
   * @param visibility bind group of `ViewVisibility`
   */
  readonly encode: (
    pass: GPUComputePassEncoder,
    frame: GPUBindGroup,
    visibility: GPUBindGroup,
  ) => void;
}

/** Pose passes of all props. Models stand still until their pass is compiled. */
export type PosePasses = LazyPipeline<PosePass | null>[];
