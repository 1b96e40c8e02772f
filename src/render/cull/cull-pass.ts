/**
 * The compute passes of a frame. The early phase finds what was visible in the last frame and is
 * still in view, or everything in view without occlusion. The late phase uses the depth of the
 * early draws to find the rest of what is not hidden, and everything drawn back to front.
 *
 * Loops that run each frame use indices, here and elsewhere: until code is optimized, iterators,
 * their steps and destructured lists are allocated objects.
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

/**
 * Returns true if the pipelines for GPU culling of a view are compiled, and requests them. Until
 * then the CPU culls.
 */
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
 * Returns true if the late phase's pipelines of all sets are compiled, and requests them. Until
 * then everything in view is drawn early.
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

/**
 * Runs all tests first and all compactions after them, so that the view's groups are bound once.
 */
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

export function cullOnCpu({ view, sets, translucent }: ViewDraws, settings: RenderSettings): void {
  for (const { isOn, onCpu } of sets) if (isOn(settings)) onCpu.cull(view, settings);
  if (settings.translucent) translucent.orderOnCpu(view, settings);
}

/** Frees the memory of CPU culling until it is used again. */
export function forgetOnCpu({ sets, translucent }: ViewDraws): void {
  for (const { onCpu } of sets) onCpu.forget();
  translucent.forgetOnCpu();
}
