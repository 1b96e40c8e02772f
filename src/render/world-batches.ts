/**
 * The world's draws: chunks that share a pipeline and textures make a batch, and every frame a
 * batch draws its visible chunks with one call.
 *
 * For that each batch owns a region of a compacted index list, as large as all its chunks together.
 * The indices of visible chunks are copied there one after the other; the rest of the region is
 * whatever it was. Chunks come in the same order each frame, so that a batch's list stays as it is
 * up to the first chunk that came or went, and only what lies behind that is copied and uploaded.
 */

import type { Chunks } from "../map/world.ts";
import { isOrdered, isUnordered } from "./surface-pipelines.ts";

/** Words of the arguments of an indexed indirect draw. */
export const DRAW_ARGS_WORDS = 5;

/** How each material is drawn: columns of `MaterialTable`. */
export interface BatchKeys {
  readonly set: { readonly pass: Uint8Array };
  readonly pipeline: Uint8Array;
  readonly textureGroup: Uint16Array;
}

export interface WorldBatches {
  readonly count: number;
  readonly pipeline: Uint8Array;
  readonly textureGroup: Uint16Array;
  /** Start of each batch's region in `indices`. */
  readonly firstIndex: Uint32Array;
  /** The compacted indices of all batches. */
  readonly indices: Uint32Array<ArrayBuffer>;
  /** Arguments of each batch's draw; the first word is its index count in this frame. */
  readonly args: Uint32Array<ArrayBuffer>;
  /** Run of `indices` of each batch that changed in this frame; empty where from is not below to. */
  readonly dirtyFrom: Uint32Array;
  readonly dirtyTo: Uint32Array;
  areArgsDirty: boolean;

  /** Batch of each chunk, or one of the two below. */
  readonly chunkBatch: Int32Array;
  /** The chunks that each batch's region holds, and where each batch's list of them begins. */
  readonly list: Uint32Array;
  readonly listFirst: Uint32Array;
  readonly listCount: Uint32Array;
  /** Chunks left to the ordered pass, in this frame. */
  readonly ordered: Uint32Array;
  orderedCount: number;

  /** Of this frame, without the ordered ones. */
  drawnChunks: number;
  drawnBatches: number;
  drawnIndices: number;
}

export const CHUNK_ORDERED = -1;
export const CHUNK_NOT_DRAWN = -2;

/** Assigns chunks to batches and lays out their regions. Batches are sorted by pipeline. */
export function buildWorldBatches(chunks: Chunks, keys: BatchKeys): WorldBatches {
  const keyOf = (material: number) => keys.pipeline[material] * 65536 + keys.textureGroup[material];
  const used = new Set<number>();
  let orderedCount = 0;
  for (let chunk = 0; chunk < chunks.count; chunk++) {
    const material = chunks.material[chunk];
    if (isUnordered(keys.set.pass[material])) used.add(keyOf(material));
    else if (isOrdered(keys.set.pass[material])) orderedCount++;
  }
  const sorted = [...used].sort((a, b) => a - b);
  const batchOf = new Map(sorted.map((key, batch) => [key, batch]));
  const count = sorted.length;

  const chunkBatch = new Int32Array(chunks.count).fill(CHUNK_NOT_DRAWN);
  const indexTotal = new Uint32Array(count);
  const chunkTotal = new Uint32Array(count);
  for (let chunk = 0; chunk < chunks.count; chunk++) {
    const material = chunks.material[chunk];
    if (isOrdered(keys.set.pass[material])) chunkBatch[chunk] = CHUNK_ORDERED;
    if (!isUnordered(keys.set.pass[material])) continue;
    const batch = batchOf.get(keyOf(material))!;
    chunkBatch[chunk] = batch;
    indexTotal[batch] += chunks.indexCount[chunk];
    chunkTotal[batch]++;
  }

  const firstIndex = new Uint32Array(count);
  const listFirst = new Uint32Array(count);
  const args = new Uint32Array(count * DRAW_ARGS_WORDS);
  let indexEnd = 0;
  let listEnd = 0;
  for (let batch = 0; batch < count; batch++) {
    firstIndex[batch] = indexEnd;
    listFirst[batch] = listEnd;
    // indexCount, instanceCount, firstIndex, baseVertex, firstInstance
    args.set([0, 1, indexEnd, 0, 0], batch * DRAW_ARGS_WORDS);
    indexEnd += indexTotal[batch];
    listEnd += chunkTotal[batch];
  }

  return {
    count,
    pipeline: Uint8Array.from(sorted, (key) => key >>> 16),
    textureGroup: Uint16Array.from(sorted, (key) => key & 0xffff),
    firstIndex,
    indices: new Uint32Array(indexEnd),
    args,
    dirtyFrom: new Uint32Array(count),
    dirtyTo: new Uint32Array(count),
    areArgsDirty: true,
    chunkBatch,
    list: new Uint32Array(listEnd),
    listFirst,
    listCount: new Uint32Array(count),
    ordered: new Uint32Array(orderedCount),
    orderedCount: 0,
    drawnChunks: 0,
    drawnBatches: 0,
    drawnIndices: 0,
  };
}

/** Batches' fill while their chunks are gathered; grows with the largest map seen. */
let listFill = new Uint32Array(64);

/**
 * Gathers a frame's chunks into the batches.
 * @param indices the map's own index list
 * @param visible chunks that may be seen, in order
 * @param isKindDrawn by `CHUNK_*`, whether chunks of a kind are drawn; not 0 if so
 */
export function gatherChunks(
  batches: WorldBatches,
  chunks: Chunks,
  indices: Uint32Array,
  visible: Uint32Array,
  visibleCount: number,
  isKindDrawn: Uint8Array,
): void {
  const { chunkBatch, list, listFirst, listCount, args, dirtyFrom, dirtyTo, firstIndex } = batches;
  const { firstIndex: chunkFirstIndex, indexCount, kind } = chunks;
  const compacted = batches.indices;
  if (listFill.length < batches.count) listFill = new Uint32Array(batches.count);
  const fill = listFill;
  // While gathering, `dirtyTo` is the end of what a batch holds so far, and `dirtyFrom` where it
  // first differs from the last frame: beyond the region as long as it does not.
  for (let batch = 0; batch < batches.count; batch++) {
    fill[batch] = 0;
    dirtyFrom[batch] = 0xffffffff;
    dirtyTo[batch] = firstIndex[batch];
  }
  let drawnChunks = 0;
  let orderedCount = 0;
  for (let i = 0; i < visibleCount; i++) {
    const chunk = visible[i];
    if (isKindDrawn[kind[chunk]] === 0) continue;
    const batch = chunkBatch[chunk];
    if (batch < 0) {
      if (batch === CHUNK_ORDERED) batches.ordered[orderedCount++] = chunk;
      continue;
    }
    drawnChunks++;
    const slot = fill[batch]++;
    const place = listFirst[batch] + slot;
    let write = dirtyTo[batch];
    const count = indexCount[chunk];
    if (dirtyFrom[batch] === 0xffffffff && (slot >= listCount[batch] || list[place] !== chunk)) {
      dirtyFrom[batch] = write;
    }
    if (dirtyFrom[batch] !== 0xffffffff) {
      list[place] = chunk;
      const end = chunkFirstIndex[chunk] + count;
      for (let read = chunkFirstIndex[chunk]; read < end; read++) {
        compacted[write++] = indices[read];
      }
    }
    dirtyTo[batch] += count;
  }

  let drawnIndices = 0;
  let drawnBatches = 0;
  for (let batch = 0; batch < batches.count; batch++) {
    listCount[batch] = fill[batch];
    const count = dirtyTo[batch] - firstIndex[batch];
    if (args[batch * DRAW_ARGS_WORDS] !== count) {
      args[batch * DRAW_ARGS_WORDS] = count;
      batches.areArgsDirty = true;
    }
    drawnIndices += count;
    if (count > 0) drawnBatches++;
  }
  batches.orderedCount = orderedCount;
  batches.drawnChunks = drawnChunks;
  batches.drawnBatches = drawnBatches;
  batches.drawnIndices = drawnIndices;
}
