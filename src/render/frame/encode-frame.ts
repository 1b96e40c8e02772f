/** Encodes the passes of a frame, each timed by its name. */

import type { CanvasTarget } from "../targets/canvas-target.ts";
import type { FrameJob } from "./frame-job.ts";
import {
  type ComputePass,
  FRAME_PASSES,
  type FramePass,
  type SurfacePass,
} from "./frame-passes.ts";
import type { FramePlan } from "./frame-plan.ts";

export type FrameEncoder = (encoder: GPUCommandEncoder, job: FrameJob, plan: FramePlan) => void;

/**
 * Returns true if a pass continues the render pass before it: both draw into the same target and
 * the second loads it. Passes are not merged while they are timed.
 */
export function isMerged(before: FramePass, pass: FramePass, isTimed: boolean): boolean {
  if (isTimed || before.kind !== "surfaces" || pass.kind !== "surfaces") return false;
  return pass.load === "load" && pass.target === before.target;
}

/**
 * Runs what has to be encoded before a compute pass, for its row and for the rows after it that
 * share the pass.
 * @returns the last of these rows
 */
function prepareCompute(encoder: GPUCommandEncoder, job: FrameJob, row: number): number {
  let last = row;
  for (let later = row; later < FRAME_PASSES.length; later++) {
    const pass = FRAME_PASSES[later];
    if (later !== row && !pass.isRun(job)) continue;
    if (pass.kind !== "compute") break;
    pass.prepare?.(encoder, job);
    last = later;
    if (pass.finish !== undefined || job.settings.timing) break;
  }
  return last;
}

/**
 * Returns the kind of descriptor for a surface pass: "copied" if its target is copied next,
 * "render" if a later render pass loads the target, otherwise "last".
 */
function endOf(job: FrameJob, own: SurfacePass, row: number): "last" | "copied" | "render" {
  let before: FramePass = own;
  for (let later = row + 1; later < FRAME_PASSES.length; later++) {
    const pass = FRAME_PASSES[later];
    if (!pass.isRun(job)) continue;
    if (pass.kind === "own" && pass.target === own.target) return "render";
    const isSame = (pass.kind === "surfaces" || pass.kind === "copy") && pass.target === own.target;
    if (isSame && pass.kind === "copy") return "copied";
    if (isSame && !isMerged(before, pass, job.settings.timing)) return "render";
    before = pass;
  }
  return "last";
}

/**
 * @param canvas `null` if there is none
 * @param passMs JavaScript milliseconds of each pass, overwritten each frame
 */
export function createFrameEncoder(
  canvas: CanvasTarget | null,
  passMs: Float32Array,
): FrameEncoder {
  /** When the last pass ended. A variable would be a new object whenever it changes. */
  const lastMs = new Float64Array(1);
  /** The open render pass, and its row. */
  let open: GPURenderPassEncoder | null = null;
  let openRow = 0;
  /** The open compute pass, and the last row that shares it. */
  let computing: GPUComputePassEncoder | null = null;
  let lastComputeRow = 0;

  /** Adds the JavaScript time since the last call to a pass. */
  function endTime(row: number): void {
    const now = performance.now();
    passMs[row] += now - lastMs[0];
    lastMs[0] = now;
  }

  function leave(): void {
    if (open === null) return;
    open.end();
    open = null;
    endTime(openRow);
  }

  function encodeCompute(
    encoder: GPUCommandEncoder,
    job: FrameJob,
    descriptor: GPUComputePassDescriptor | null,
    pass: ComputePass,
    row: number,
  ): void {
    if (computing === null) {
      leave();
      lastComputeRow = prepareCompute(encoder, job, row);
      computing = encoder.beginComputePass(descriptor ?? undefined);
    }
    pass.encode(computing, job);
    if (row === lastComputeRow) {
      computing.end();
      computing = null;
      pass.finish?.(encoder, job);
    }
    endTime(row);
  }

  function encodeRow(
    encoder: GPUCommandEncoder,
    job: FrameJob,
    plan: FramePlan,
    pass: FramePass,
    row: number,
  ): void {
    const isTimed = job.settings.timing;
    const descriptors = isTimed ? plan.timedPasses : plan.passes;
    if (isTimed) plan.timer?.mark(row);
    if (pass.kind === "compute") {
      encodeCompute(encoder, job, descriptors.compute[row], pass, row);
      return;
    }
    if (pass.kind === "own") {
      leave();
      job.own?.encode(encoder, job);
      endTime(row);
      return;
    }
    if (open !== null && isMerged(FRAME_PASSES[openRow], pass, isTimed)) {
      endTime(openRow);
    } else {
      leave();
      if (pass.kind === "copy") job.behind?.[pass.target]?.copyLight(encoder);
      const end = pass.kind === "surfaces" ? endOf(job, pass, row) : "render";
      const descriptor = descriptors[end][row];
      if (descriptor === null) return;
      if (pass.kind === "screen" && pass.target === "canvas" && canvas !== null) {
        descriptor.colorAttachments[0].view = canvas.currentView();
      }
      if (pass.target === "mirror") job.mirror?.attach(descriptor);
      open = encoder.beginRenderPass(descriptor);
    }
    openRow = row;
    if (pass.kind === "copy") {
      job.behind?.[pass.target]?.drawDepth(open);
      job.fixedDraws++;
    } else if (pass.kind === "surfaces") {
      pass.encode(open, job);
      if (pass.finish !== undefined) {
        leave();
        pass.finish(encoder, job);
      }
    } else {
      open.executeBundles(plan.screen.steps.get(pass)?.bundles ?? []);
      job.fixedDraws++;
    }
  }

  return (encoder, job, plan) => {
    passMs.fill(0);
    lastMs[0] = performance.now();
    job.fixedDraws = 0;
    for (let row = 0; row < FRAME_PASSES.length; row++) {
      const pass = FRAME_PASSES[row];
      if (pass.isRun(job)) encodeRow(encoder, job, plan, pass, row);
    }
    leave();
  };
}
