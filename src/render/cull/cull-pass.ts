/**
 * The compute passes of a frame. Early: what was visible in the last frame and still is in view, or
 * all in view without occlusion. Late, from the depth that the early draws left: the rest of what is
 * not hidden, and all that is drawn in order.
 */

import { GROUP_FRAME } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import { encodeOrder, encodeOrderCompaction } from "../ordered/ordered-pass.ts";
import type { PropDraws } from "../props/prop-pass.ts";
import type { ViewDraws } from "../views/view-draws.ts";
import { GROUP_VISIBILITY, PHASE_EARLY, PHASE_LATE } from "./cull-pipelines.ts";
import type { DepthPyramid } from "./depth-pyramid.ts";
import { encodeRowCompaction, encodeRowTest } from "./row-culling.ts";

/** What a frame culls. */
export interface CullJob {
  /** null: none, or switched off. */
  props: PropDraws | null;
  withOrdered: boolean;
  /** Whether chunks and instances were already chosen, by the CPU. */
  isGathered: boolean;
}

export function encodeEarlyCull(
  pass: GPUComputePassEncoder,
  context: RenderContext,
  drawn: ViewDraws,
  job: CullJob,
  hasLatePhase: boolean,
): void {
  encodePhase(pass, context, drawn, job, PHASE_EARLY, !job.isGathered, !hasLatePhase);
}

export function encodeLateCull(
  pass: GPUComputePassEncoder,
  context: RenderContext,
  drawn: ViewDraws,
  job: CullJob,
  pyramid: DepthPyramid,
): void {
  pyramid.encode(pass, drawn.frame);
  encodePhase(pass, context, drawn, job, PHASE_LATE, true, true);
}

/** First all tests, then all that gathers what they found: the groups of the view are bound once. */
function encodePhase(
  pass: GPUComputePassEncoder,
  context: RenderContext,
  drawn: ViewDraws,
  job: CullJob,
  phase: number,
  withRows: boolean,
  withOrder: boolean,
): void {
  const { world, ordered } = drawn;
  const { props } = job;
  const isOrdering = withOrder && job.withOrdered;
  pass.setBindGroup(GROUP_FRAME, drawn.frame);
  pass.setBindGroup(GROUP_VISIBILITY, drawn.visibility.bindGroup);
  if (withRows) {
    encodeRowTest(pass, world.culling, phase);
    if (props !== null) encodeRowTest(pass, props.culling, phase);
  }
  if (isOrdering) encodeOrder(pass, context, ordered, props !== null);
  if (withRows) {
    encodeRowCompaction(pass, context.cull, world.culling, phase);
    if (props !== null) encodeRowCompaction(pass, context.cull, props.culling, phase);
  }
  if (isOrdering) encodeOrderCompaction(pass, context, ordered, props !== null);
}
