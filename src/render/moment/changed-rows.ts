/** Rows that a moment changed: which to upload, and which views show them already. */

import { GROUP_FRAME } from "../context/bind-layouts.ts";
import type { ViewDraws } from "../views/view-draws.ts";

const GROUP_SIZE = 64;
/** Workgroups of a dispatch; their threads take turns at more rows. */
const MOST_GROUPS = 4096;

/** Returns the number of workgroups of a dispatch over some rows. */
export const groupsOf = (rows: number): number =>
  Math.min(MOST_GROUPS, Math.ceil(rows / GROUP_SIZE));

/** A run of rows or words to upload; empty if `end` is 0. */
export interface Run {
  first: number;
  end: number;
}

export function growRun(run: Run, first: number, end: number): void {
  run.first = run.end === 0 ? first : Math.min(run.first, first);
  run.end = Math.max(run.end, end);
}

/**
 * Adds the rows of the last change to those of this one: on the GPU they still have the flag that
 * marks a change.
 * @param flagged rows of the last change; then of this one
 */
export function addFlagged(changed: Run, flagged: Run): void {
  const { first, end } = flagged;
  flagged.end = 0;
  growRun(flagged, changed.first, changed.end);
  if (end > 0) growRun(changed, first, end);
}

/** Copies numbers. Returns whether any differs from the one that it replaces. */
export function copyNumbers(
  to: Float32Array,
  at: number,
  from: Float32Array,
  start: number,
  count: number,
): boolean {
  let isOther = false;
  for (let i = 0; i < count; i++) {
    const value = from[start + i];
    if (to[at + i] === value) continue;
    to[at + i] = value;
    isOther = true;
  }
  return isOther;
}

/** Rows of a view that a shader writes after a change. */
export interface ChangedView {
  readonly draws: ViewDraws;
  readonly rowCount: number;
  /** Bind groups to write the rows that changed, and all rows. */
  readonly groups: readonly GPUBindGroup[];
  /** Number of the change that its rows show, and of the one that its CPU culling shows. */
  shown: number;
  settled: number;
}

/**
 * Writes the rows of a view on the GPU, unless they show the last change: the rows that it changed,
 * or all rows if the view missed one.
 * @param upload uploads what the rows refer to
 */
export function encodeRows<View extends ChangedView>(
  pass: GPUComputePassEncoder,
  pipeline: GPUComputePipeline,
  view: View,
  changes: number,
  upload: (view: View, isAll: boolean) => void,
): void {
  if (view.shown === changes) return;
  const isAll = view.shown < changes - 1 || view.shown < 0;
  view.shown = changes;
  upload(view, isAll);
  if (view.rowCount === 0) return;
  pass.setPipeline(pipeline);
  pass.setBindGroup(GROUP_FRAME, view.groups[isAll ? 1 : 0]);
  pass.dispatchWorkgroups(groupsOf(view.rowCount));
}

/** Lets the CPU list a view's draws again, unless its lists show the last change. */
export function settleRows(view: ChangedView, changes: number): void {
  if (view.settled === changes) return;
  view.settled = changes;
  // Lists of the CPU are made of the old columns.
  view.draws.table.drawn.forget();
}
