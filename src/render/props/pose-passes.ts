import type { Owner } from "../../gpu/resource-group.ts";
import type { LazyPipeline } from "../context/pipeline-queue.ts";

export interface PosePass extends Owner {
  /**
   * Poses the models that any view of the frame may see, at the time in the first one's uniforms.
   * @param views group of all views: `FrameUniforms.views`
   */
  readonly encode: (pass: GPUComputePassEncoder, views: GPUBindGroup) => void;
}

/** Pose passes of all props. Models stand still until their pass is compiled. */
export type PosePasses = LazyPipeline<PosePass | null>[];
