/** GPU buffers with the culling state and counts of a set's rows. */

import type { ResourceGroup } from "../../gpu/resource-group.ts";
import { paddedRows } from "../chunks/chunk-rows.ts";
import type { DrawSetName } from "../draws/set-names.ts";
import { CULL_GROUP_SIZE } from "../shader-constants.ts";

/** Byte offsets of the struct `RowState` of `shaders/common/cull/rows.wgsl`. */
export const ROW_STATE = { mask: 0, prefix: 4, flags: 8, strideBytes: 12 } as const;

/** `ROW_*` flags of `shaders/common/cull/rows.wgsl`. */
export const ROW_WAS_VISIBLE = 1;
export const ROW_IN_VIEW = 2;

export interface RowBuffers {
  readonly states: GPUBuffer;
  /** Two words per workgroup, then the total: see `shaders/cull/scan-groups.wgsl`. */
  readonly groupSums: GPUBuffer;
  readonly groupCount: number;
}

export function createRowBuffers(
  group: ResourceGroup,
  name: DrawSetName,
  rowCount: number,
): RowBuffers {
  const { STORAGE, COPY_SRC } = GPUBufferUsage;
  const padded = paddedRows(rowCount);
  const groupCount = padded / CULL_GROUP_SIZE;
  const buffer = (part: string, byteLength: number) =>
    group.buffer(`render/${name}-${part}`, name, STORAGE | COPY_SRC, byteLength);
  return {
    // One extra row: the prefix of the row after the last is the total.
    states: buffer("row-states", (padded + 1) * ROW_STATE.strideBytes),
    groupSums: buffer("group-sums", (groupCount + 1) * 8),
    groupCount,
  };
}
