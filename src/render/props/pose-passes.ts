import type { Owner } from "../../gpu/resource-group.ts";
import type { LazyPipeline } from "../context/pipeline-queue.ts";

export interface PosePass extends Owner {
  /**
   * Poses the models that any view of the frame may see, at the time in the first one's uniforms.
   * @param views group of all views: `FrameUniforms.views`
   */
  readonly encode: (pass: GPUComputePassEncoder, views: GPUBindGroup) => void;
  /**
   * Moves the box of an instance, which counts as visible from everywhere then; does nothing for
   * instances that are not posed. Call `flush` after the last one, before `encode`.
   * @param at first of six numbers of `boxes`: mins, maxs in the world
   */
  readonly place: (instance: number, boxes: Float32Array, at: number) => void;
  /**
   * Shows a second of an instance's track; the renderer's own time for NaN. Does nothing for
   * instances that are not posed. Call `flush` after the last one.
   */
  readonly play: (instance: number, seconds: number) => void;
  readonly flush: () => void;
}

/** Pose passes of all props. Models stand still until their pass is compiled. */
export type PosePasses = LazyPipeline<PosePass | null>[];
