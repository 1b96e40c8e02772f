/**
 * The compute passes of a frame. The early phase finds what was visible in the last frame and is
 * still in view, or everything in view without occlusion. The late phase uses the depth of the
 * early draws to find the rest of what is not hidden, and everything drawn back to front.
 *
 * Loops that run each frame use indices, here and elsewhere: until code is optimized, iterators,
 * their steps and destructured lists are allocated objects.
 */

import { GROUP_FRAME } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { RenderSettings } from "../types.ts";
import type { ViewDraws } from "../views/view-draws.ts";
import { PHASE_EARLY, PHASE_LATE } from "./cull-pipelines.ts";
import type { DepthPyramid } from "./depth-pyramid.ts";

type CullContext = Pick<RenderContext, "cull" | "sampled">;

/**
 * Returns true if the pipelines for GPU culling are compiled, and requests them. Until then the CPU
 * culls.
 */
export function isEarlyPhaseReady({ cull }: Pick<CullContext, "cull">): boolean {
  const test = cull.test();
  return cull.compact() !== null && test !== null;
}

/**
 * Returns true if the late phase's pipeline is compiled, and requests it. Until then everything in
 * view is drawn early.
 */
export function isLatePhaseReady({ sampled }: Pick<CullContext, "sampled">): boolean {
  return sampled.depthPyramid() !== null;
}

/** Returns the end of a run of views that share a table. */
function endOfTable(views: readonly ViewDraws[], first: number): number {
  let end = first + 1;
  while (end < views.length && views[end].table === views[first].table) end++;
  return end;
}

/** Empties the back-to-front lists of all views. Call before the pass of the early phase. */
export function encodeListReset(encoder: GPUCommandEncoder, views: readonly ViewDraws[]): void {
  for (let i = 0; i < views.length; i = endOfTable(views, i)) views[i].table.encodeReset(encoder);
}

/** @param all group of all views: `FrameUniforms.views` */
export function encodeEarlyCull(
  pass: GPUComputePassEncoder,
  all: GPUBindGroup,
  views: readonly ViewDraws[],
): void {
  pass.setBindGroup(GROUP_FRAME, all);
  for (let i = 0; i < views.length; ) {
    const end = endOfTable(views, i);
    views[i].table.encode(pass, PHASE_EARLY, end - i);
    i = end;
  }
}

export function encodeLateCull(
  pass: GPUComputePassEncoder,
  all: GPUBindGroup,
  { table }: ViewDraws,
  pyramid: DepthPyramid,
): void {
  pass.setBindGroup(GROUP_FRAME, all);
  pyramid.encode(pass);
  table.encode(pass, PHASE_LATE, 1);
}

/** Culls all views with the CPU reference, and uploads what has changed. */
export function cullOnCpu(
  { gpu }: Pick<RenderContext, "gpu">,
  views: readonly ViewDraws[],
  settings: RenderSettings,
): void {
  for (const { view, sets, translucent } of views) {
    for (const { isOn, onCpu } of sets) if (isOn(settings)) onCpu.cull(view, settings);
    if (settings.translucent) translucent.orderOnCpu(view, settings);
  }
  for (let i = 0; i < views.length; i = endOfTable(views, i)) views[i].table.drawn.upload(gpu);
}
