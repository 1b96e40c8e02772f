/** What depends on the picture's size. */

import { buildFrom, type Owner } from "../../gpu/resource-group.ts";
import type { RenderContext } from "../context/render-context.ts";
import { createDepthPyramid, type DepthPyramid } from "../cull/depth-pyramid.ts";
import { createFrameTargets, type FrameTargets } from "./frame-targets.ts";

export interface SizedTargets extends Owner {
  readonly targets: FrameTargets;
  readonly pyramid: DepthPyramid;
}

/** @throws GpuError `limit`; nothing is left behind then */
export function createSizedTargets(
  context: RenderContext,
  width: number,
  height: number,
): SizedTargets {
  return buildFrom((keep, destroy) => {
    const targets = keep(createFrameTargets(context.gpu, width, height, context.sampled.samples));
    const pyramid = keep(createDepthPyramid(context, targets.depth));
    return { targets, pyramid, destroy };
  });
}
