/**
 * Arguments of a batch's draw, as the struct `BatchArgs` of `shaders/cull/compact-rows.wgsl`: an
 * indexed indirect draw, an indirect draw of the same triangles' edges, and the number of chunks in
 * the draw.
 */

import { BATCH_ARGS_WORDS } from "../shader-constants.ts";
import type { FrameStats } from "../types.ts";

export const BATCH_ARGS = {
  indexCount: 0,
  instanceCount: 1,
  firstIndex: 2,
  baseVertex: 3,
  firstInstance: 4,
  lineVertexCount: 5,
  lineInstanceCount: 6,
  lineFirstVertex: 7,
  lineFirstInstance: 8,
  rowCount: 9,
  strideWords: BATCH_ARGS_WORDS,
} as const;

export const BATCH_ARGS_BYTES = BATCH_ARGS.strideWords * 4;

/** Byte offset of the edge draw's arguments in a row. */
export const LINE_ARGS_OFFSET = BATCH_ARGS.lineVertexCount * 4;

/**
 * Writes a row. Edges have three pairs of vertices per triangle: twice as many vertices as indices.
 */
export function writeBatchArgs(
  out: Uint32Array,
  row: number,
  firstIndex: number,
  indexCount: number,
  rowCount: number,
): void {
  const at = row * BATCH_ARGS.strideWords;
  out[at + BATCH_ARGS.indexCount] = indexCount;
  out[at + BATCH_ARGS.instanceCount] = 1;
  out[at + BATCH_ARGS.firstIndex] = firstIndex;
  out[at + BATCH_ARGS.lineVertexCount] = indexCount * 2;
  out[at + BATCH_ARGS.lineInstanceCount] = 1;
  out[at + BATCH_ARGS.lineFirstVertex] = firstIndex * 2;
  out[at + BATCH_ARGS.rowCount] = rowCount;
}

/** Adds the rows' counts to `stats`. Returns the number of rows that drew anything. */
export function countBatchRows(
  stats: FrameStats,
  words: Uint32Array,
  start: number,
  rows: number,
): number {
  let draws = 0;
  for (let row = 0; row < rows; row++) {
    const at = start + row * BATCH_ARGS.strideWords;
    const count = words[at + BATCH_ARGS.indexCount];
    if (count === 0) continue;
    draws++;
    stats.chunks += words[at + BATCH_ARGS.rowCount];
    stats.worldTriangles += count / 3;
    stats.triangles += count / 3;
  }
  stats.worldDraws += draws;
  return draws;
}
