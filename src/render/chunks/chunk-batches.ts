/**
 * Groups the world's chunks into batches. Chunks that share a pipeline and textures form a batch,
 * and each frame draws a batch's visible chunks with one call. Each batch owns a region of a
 * compacted index list, large enough for all its chunks. Culling copies the visible triangles
 * there; the rest of the region is undefined.
 */

import { PASS_NONE } from "../../map/material.ts";
import type { Chunks } from "../../map/world.ts";
import { isSolid, isTranslucent } from "../materials/surface-kinds.ts";
import { KIND_REFRACTING, keyPart } from "../surfaces/pipeline-key.ts";

/** Draw state of each material: columns of `MaterialTable`. */
export interface BatchKeys {
  readonly set: { readonly pass: Uint8Array };
  readonly key: Uint32Array;
  readonly textureGroup: Uint16Array;
}

export interface ChunkBatches {
  readonly count: number;
  /** See `pipelineKey`. */
  readonly key: Uint32Array;
  readonly textureGroup: Uint16Array;
  /** Start of each batch's region of the compacted list. */
  readonly firstIndex: Uint32Array;
  /** Length of the compacted list. */
  readonly indexCapacity: number;
  /** First batch that refracts; all later ones do too. */
  readonly firstRefracting: number;
  /** Start of each batch's run in `rowChunk`, plus the end of the last run. */
  readonly firstRow: Uint32Array;
  /** Chunks of solid materials, sorted by batch. */
  readonly rowChunk: Uint32Array;
  /** Chunks of materials that are drawn back to front. */
  readonly translucentChunk: Uint32Array;
  /** Batch of each chunk, or -1 if it is drawn back to front or not at all. */
  readonly chunkBatch: Int32Array;
}

/**
 * Number of values of a group, and of a key with its group. Order, key and group are packed in one
 * number.
 */
const GROUPS = 2 ** 16;
const KEYS = GROUPS * 2 ** 32;

/**
 * Assigns chunks to batches and lays out their regions. Batches are sorted by pipeline.
 * @param isIncluded whether a chunk is ever drawn; all chunks by default
 * @param order value per chunk, 0 to 31. Higher values are drawn after lower ones, and translucent
 * chunks get batches as well. `null` if translucent chunks are drawn elsewhere.
 */
export function buildChunkBatches(
  chunks: Chunks,
  keys: BatchKeys,
  isIncluded: (chunk: number) => boolean = () => true,
  order: Uint8Array | null = null,
): ChunkBatches {
  const isGathered = (pass: number) => isSolid(pass) || (order !== null && isTranslucent(pass));
  const passOf = (chunk: number) =>
    isIncluded(chunk) ? keys.set.pass[chunks.material[chunk]] : PASS_NONE;
  const keyOf = (chunk: number) => {
    const material = chunks.material[chunk];
    const key = keys.key[material] * GROUPS + keys.textureGroup[material];
    return (order?.[chunk] ?? 0) * KEYS + key;
  };
  const used = new Set<number>();
  const translucent: number[] = [];
  for (let chunk = 0; chunk < chunks.count; chunk++) {
    if (isGathered(passOf(chunk))) used.add(keyOf(chunk));
    else if (isTranslucent(passOf(chunk))) translucent.push(chunk);
  }
  const sorted = [...used].sort((a, b) => a - b);
  const batchOf = new Map(sorted.map((key, batch) => [key, batch]));
  const count = sorted.length;

  const chunkBatch = new Int32Array(chunks.count).fill(-1);
  const indexTotal = new Uint32Array(count);
  const firstRow = new Uint32Array(count + 1);
  for (let chunk = 0; chunk < chunks.count; chunk++) {
    if (!isGathered(passOf(chunk))) continue;
    const batch = batchOf.get(keyOf(chunk))!;
    chunkBatch[chunk] = batch;
    indexTotal[batch] += chunks.indexCount[chunk];
    firstRow[batch + 1]++;
  }

  const firstIndex = new Uint32Array(count);
  let indexCapacity = 0;
  for (let batch = 0; batch < count; batch++) {
    firstIndex[batch] = indexCapacity;
    indexCapacity += indexTotal[batch];
    firstRow[batch + 1] += firstRow[batch];
  }
  const rowChunk = new Uint32Array(firstRow[count]);
  const fill = firstRow.slice();
  for (let chunk = 0; chunk < chunks.count; chunk++) {
    if (chunkBatch[chunk] >= 0) rowChunk[fill[chunkBatch[chunk]]++] = chunk;
  }
  const key = Uint32Array.from(sorted, (both) => Math.floor((both % KEYS) / GROUPS));
  return {
    count,
    key,
    firstRefracting: firstRefractingOf(key),
    textureGroup: Uint16Array.from(sorted, (both) => both % GROUPS),
    firstIndex,
    indexCapacity,
    firstRow,
    rowChunk,
    translucentChunk: Uint32Array.from(translucent),
    chunkBatch,
  };
}

/** Returns the first refracting batch. The keys must be sorted and of a single order. */
export function firstRefractingOf(keys: Uint32Array): number {
  const first = keys.findIndex((key) => keyPart(key, "kind") === KIND_REFRACTING);
  return first < 0 ? keys.length : first;
}

/** Packs the batches for `compactTriangles` of `shaders/cull/compact-rows.wgsl`, four words each. */
export function packBatches(batches: ChunkBatches): Uint32Array {
  const words = new Uint32Array(batches.count * 4);
  for (let batch = 0; batch < batches.count; batch++) {
    words[batch * 4] = batches.firstRow[batch];
    words[batch * 4 + 1] = batches.firstRow[batch + 1];
    words[batch * 4 + 2] = batches.firstIndex[batch];
  }
  return words;
}
