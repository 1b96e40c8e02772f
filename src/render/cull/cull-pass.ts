/**
 * The compute passes of a frame. Early: what was visible in the last frame and still is in view, or
 * all in view without occlusion. Late, from the depth that the early draws left: the rest of what is
 * not hidden, and all that is drawn back to front.
 *
 * What a frame runs goes by index, here and wherever it does: until code is optimized, an iterator and each of
 * its steps are objects, and so is a list that is taken apart.
 */

import { GROUP_FRAME } from "../context/bind-layouts.ts";
import { areReady } from "../context/pipeline-queue.ts";
import type { RenderContext } from "../context/render-context.ts";
import { encodeOrder, encodeOrderCompaction } from "../translucent/translucent-list.ts";
import type { RenderSettings } from "../types.ts";
import type { ViewDraws } from "../views/view-draws.ts";
import { GROUP_VISIBILITY, PHASE_EARLY, PHASE_LATE } from "./cull-pipelines.ts";
import type { DepthPyramid } from "./depth-pyramid.ts";
import { encodeRowCompaction, encodeRowTest } from "./row-culling.ts";

/** Whether there is what it takes to cull a view on the GPU; asks for it. Until then the CPU does. */
export function isEarlyPhaseReady({ sets, translucent }: ViewDraws): boolean {
  let isReady = true;
  for (let i = 0; i < sets.length; i++) {
    if (!areReady(sets[i].culling.pipelines[PHASE_EARLY])) isReady = false;
  }
  const { parts } = translucent;
  for (let i = 0; i < parts.length; i++) if (!areReady(parts[i].draws.pipelines)) isReady = false;
  return isReady;
}

/**
 * Whether there is what a late phase takes, of all sets; asks for it. Until then, all that is in view
 * is drawn early.
 */
export function isLatePhaseReady(
  { cull, sampled }: Pick<RenderContext, "cull" | "sampled">,
  { sets }: ViewDraws,
): boolean {
  let isReady = sampled.reduceTiles() !== null && cull.reduceTop() !== null;
  for (let i = 0; i < sets.length; i++) {
    if (!areReady(sets[i].culling.pipelines[PHASE_LATE])) isReady = false;
  }
  return isReady;
}

export function encodeEarlyCull(
  pass: GPUComputePassEncoder,
  drawn: ViewDraws,
  settings: RenderSettings,
  hasLatePhase: boolean,
): void {
  encodePhase(pass, drawn, settings, PHASE_EARLY, !hasLatePhase);
}

export function encodeLateCull(
  pass: GPUComputePassEncoder,
  drawn: ViewDraws,
  settings: RenderSettings,
  pyramid: DepthPyramid,
): void {
  pyramid.encode(pass, drawn.frame);
  encodePhase(pass, drawn, settings, PHASE_LATE, true);
}

/** First all tests, then all that gathers what they found: the groups of the view are bound once. */
function encodePhase(
  pass: GPUComputePassEncoder,
  { sets, translucent, frame, visibility }: ViewDraws,
  settings: RenderSettings,
  phase: number,
  withOrder: boolean,
): void {
  const isOrdering = withOrder && settings.translucent;
  pass.setBindGroup(GROUP_FRAME, frame);
  pass.setBindGroup(GROUP_VISIBILITY, visibility.bindGroup);
  for (let i = 0; i < sets.length; i++) {
    if (sets[i].isOn(settings)) encodeRowTest(pass, sets[i].culling, phase);
  }
  if (isOrdering) encodeOrder(pass, translucent, settings);
  for (let i = 0; i < sets.length; i++) {
    if (sets[i].isOn(settings)) encodeRowCompaction(pass, sets[i].culling, phase);
  }
  if (isOrdering) encodeOrderCompaction(pass, translucent, settings);
}
