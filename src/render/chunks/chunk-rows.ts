/**
 * Packs chunks for the culling shaders: the struct `ChunkRow` of `shaders/common/cull/rows.wgsl`.
 */

import { MATERIAL_NO_CULL, type MaterialSet } from "../../map/material.ts";
import { CHUNK_HIDDEN, type Chunks } from "../../map/world.ts";
import { CHUNK_KIND_SHIFT, CHUNK_TWO_SIDED, CULL_GROUP_SIZE } from "../shader-constants.ts";

/** Byte offsets in a row. */
export const CHUNK_ROW = {
  mins: 0,
  firstIndex: 12,
  maxs: 16,
  info: 28,
  firstCluster: 32,
  clusterCount: 36,
  batch: 40,
  leafLink: 44,
  strideBytes: 48,
} as const;

const ROW_WORDS = CHUNK_ROW.strideBytes / 4;

/** Returns the number of rows rounded up to whole workgroups. */
export function paddedRows(count: number): number {
  return Math.ceil(count / CULL_GROUP_SIZE) * CULL_GROUP_SIZE;
}

export interface ChunkPlaces {
  /** Start of the index list in the buffer that rows point into; 0 by default. */
  readonly firstIndexWord?: number;
  /** Returns the link of a leaf in the tree; only needed for rows drawn back to front. */
  readonly leafLinkOf?: (leaf: number) => number;
}

/**
 * Packs rows of the listed chunks in order. Rows that fill up a workgroup, and hidden ones, have no
 * triangles.
 * @param batchOf batch number for the row of a chunk
 */
export function packChunkRows(
  chunks: Chunks,
  materials: MaterialSet,
  list: Uint32Array,
  batchOf: (chunk: number) => number,
  { firstIndexWord = 0, leafLinkOf = () => 0 }: ChunkPlaces = {},
): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(paddedRows(list.length) * ROW_WORDS);
  const floats = new Float32Array(words.buffer);
  list.forEach((chunk, row) => {
    const at = row * ROW_WORDS;
    const isTwoSided = (materials.flags[chunks.material[chunk]] & MATERIAL_NO_CULL) !== 0;
    for (let axis = 0; axis < 3; axis++) {
      floats[at + CHUNK_ROW.mins / 4 + axis] = chunks.box[chunk * 6 + axis];
      floats[at + CHUNK_ROW.maxs / 4 + axis] = chunks.box[chunk * 6 + 3 + axis];
    }
    words[at + CHUNK_ROW.firstIndex / 4] = firstIndexWord + chunks.firstIndex[chunk];
    words[at + CHUNK_ROW.info / 4] =
      (chunks.kind[chunk] === CHUNK_HIDDEN ? 0 : chunks.indexCount[chunk] / 3) |
      (chunks.kind[chunk] << CHUNK_KIND_SHIFT) |
      (isTwoSided ? CHUNK_TWO_SIDED : 0);
    words[at + CHUNK_ROW.firstCluster / 4] = chunks.firstCluster[chunk];
    words[at + CHUNK_ROW.clusterCount / 4] = chunks.clusterCount[chunk];
    words[at + CHUNK_ROW.batch / 4] = batchOf(chunk);
    words[at + CHUNK_ROW.leafLink / 4] = leafLinkOf(chunks.leaf[chunk]);
  });
  return words;
}
