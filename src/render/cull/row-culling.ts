/** Culling of a set of rows: pipelines, bind groups and workgroup counts. */

import type { LazyPipeline } from "../context/pipeline-queue.ts";
import {
  type CullPipelines,
  GROUP_ROWS,
  PHASE_EARLY,
  PHASE_LATE,
  type Phases,
} from "./cull-pipelines.ts";

/**
 * Pipelines that test rows, sum up the results and compact them. Nothing is culled unless all three
 * are compiled.
 */
export type RowPipelines = readonly [
  test: LazyPipeline<GPUComputePipeline>,
  scan: LazyPipeline<GPUComputePipeline>,
  compact: LazyPipeline<GPUComputePipeline>,
];

export interface RowCulling {
  /** Pipelines by phase. */
  readonly pipelines: readonly RowPipelines[];
  readonly testGroup: GPUBindGroup;
  readonly scanGroup: GPUBindGroup;
  readonly compactGroup: GPUBindGroup;
  /** 0 if the set is empty. */
  readonly testWorkgroups: number;
  readonly compactWorkgroups: number;
}

export function rowPipelines(
  { scanGroups }: CullPipelines,
  test: Phases,
  compact: Phases,
): RowPipelines[] {
  return [PHASE_EARLY, PHASE_LATE].map((phase) => [test[phase], scanGroups, compact[phase]]);
}

/** Tests the rows for a phase. The view's groups must be bound. */
export function encodeRowTest(
  pass: GPUComputePassEncoder,
  { pipelines, testGroup, testWorkgroups }: RowCulling,
  phase: number,
): void {
  const test = pipelines[phase][0]();
  if (testWorkgroups === 0 || test === null) return;
  pass.setPipeline(test);
  pass.setBindGroup(GROUP_ROWS, testGroup);
  pass.dispatchWorkgroups(testWorkgroups);
}

/** Compacts the rows that passed the test, and counts them. */
export function encodeRowCompaction(
  pass: GPUComputePassEncoder,
  { pipelines, scanGroup, compactGroup, testWorkgroups, compactWorkgroups }: RowCulling,
  phase: number,
): void {
  const scan = pipelines[phase][1]();
  const compact = pipelines[phase][2]();
  if (testWorkgroups === 0 || scan === null || compact === null) return;
  pass.setPipeline(scan);
  pass.setBindGroup(0, scanGroup);
  pass.dispatchWorkgroups(1);
  pass.setPipeline(compact);
  pass.setBindGroup(0, compactGroup);
  pass.dispatchWorkgroups(compactWorkgroups);
}
