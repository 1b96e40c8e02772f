/** What depends on the picture's size. */

import type { Gpu } from "../../gpu/gpu.ts";
import type { GpuTimer } from "../../gpu/timer.ts";
import type { RenderContext } from "../context/render-context.ts";
import { createDepthPyramid, type DepthPyramid } from "../cull/depth-pyramid.ts";
import { createPassDescriptors, type PassDescriptors } from "../frame/frame-passes.ts";
import { createPostDraws, type PostDraws } from "../post/post-pass.ts";
import { createFrameTargets, destroyFrameTargets, type FrameTargets } from "./frame-targets.ts";

export interface SizedTargets {
  readonly targets: FrameTargets;
  readonly pyramid: DepthPyramid;
  readonly passes: PassDescriptors;
  /** The same, each with its timestamps. */
  readonly timedPasses: PassDescriptors;
  readonly post: PostDraws;
}

/** @throws GpuError `limit` */
export function createSizedTargets(
  context: RenderContext,
  timer: GpuTimer,
  width: number,
  height: number,
): SizedTargets {
  const targets = createFrameTargets(context.gpu, width, height);
  return {
    targets,
    pyramid: createDepthPyramid(context.gpu, context.cull, targets.depth),
    passes: createPassDescriptors(targets, null),
    timedPasses: createPassDescriptors(targets, timer),
    post: createPostDraws(context, targets),
  };
}

export function destroySizedTargets(gpu: Gpu, { targets, pyramid }: SizedTargets): void {
  destroyFrameTargets(gpu, targets);
  pyramid.destroy();
}
