/** How a set of rows is culled: what runs, what it reads and writes, and how many workgroups. */

import { type CullPipelines, GROUP_ROWS } from "./cull-pipelines.ts";

export interface RowCulling {
  /** By phase, as `compact`. */
  readonly test: readonly GPUComputePipeline[];
  readonly compact: readonly GPUComputePipeline[];
  readonly testGroup: GPUBindGroup;
  readonly scanGroup: GPUBindGroup;
  readonly compactGroup: GPUBindGroup;
  /** 0: nothing is ever drawn. */
  readonly testWorkgroups: number;
  readonly compactWorkgroups: number;
}

/** Tests the rows, for a phase. The view's own groups are bound. */
export function encodeRowTest(
  pass: GPUComputePassEncoder,
  culling: RowCulling,
  phase: number,
): void {
  if (culling.testWorkgroups === 0) return;
  pass.setPipeline(culling.test[phase]);
  pass.setBindGroup(GROUP_ROWS, culling.testGroup);
  pass.dispatchWorkgroups(culling.testWorkgroups);
}

/** Gathers what was found, and counts it. */
export function encodeRowCompaction(
  pass: GPUComputePassEncoder,
  { scanGroups }: CullPipelines,
  culling: RowCulling,
  phase: number,
): void {
  if (culling.testWorkgroups === 0) return;
  pass.setPipeline(scanGroups);
  pass.setBindGroup(0, culling.scanGroup);
  pass.dispatchWorkgroups(1);
  pass.setPipeline(culling.compact[phase]);
  pass.setBindGroup(0, culling.compactGroup);
  pass.dispatchWorkgroups(culling.compactWorkgroups);
}
