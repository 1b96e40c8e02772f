/**
 * Compacts whole chunks on the CPU, as `shaders/cull/compact-world.wgsl` compacts triangles on the
 * GPU.
 */

import type { Gpu } from "../../gpu/gpu.ts";
import type { Chunks } from "../../map/world.ts";
import { BATCH_ARGS, writeBatchArgs } from "./batch-args.ts";
import type { ChunkBatches } from "./chunk-batches.ts";

/** Result of a frame's CPU culling, ready for upload. */
export interface GatheredChunks {
  /** Compacted index lists of all batches. */
  readonly indices: Uint32Array<ArrayBuffer>;
  /** One row per batch, see `BATCH_ARGS`. */
  readonly args: Uint32Array<ArrayBuffer>;
  /** End of each batch's index list. */
  readonly end: Uint32Array;
}

export function createGatheredChunks(batches: ChunkBatches): GatheredChunks {
  return {
    indices: new Uint32Array(batches.indexCapacity),
    args: new Uint32Array(batches.count * BATCH_ARGS.strideWords),
    end: new Uint32Array(batches.count),
  };
}

/**
 * Gathers a frame's chunks into the batches.
 * @param indices the map's index list
 * @param visible chunks that may be visible, in order
 * @param isKindDrawn by `CHUNK_*` kind: 0 if such chunks are not drawn
 */
export function gatherChunks(
  out: GatheredChunks,
  batches: ChunkBatches,
  chunks: Chunks,
  indices: Uint32Array,
  visible: Uint32Array,
  visibleCount: number,
  isKindDrawn: Uint8Array,
): void {
  const { args, end } = out;
  const compacted = out.indices;
  for (let batch = 0; batch < batches.count; batch++) {
    end[batch] = batches.firstIndex[batch];
    args[batch * BATCH_ARGS.strideWords + BATCH_ARGS.rowCount] = 0;
  }
  for (let i = 0; i < visibleCount; i++) {
    const chunk = visible[i];
    const batch = batches.chunkBatch[chunk];
    if (batch < 0 || isKindDrawn[chunks.kind[chunk]] === 0) continue;
    let write = end[batch];
    const first = chunks.firstIndex[chunk];
    const last = first + chunks.indexCount[chunk];
    for (let read = first; read < last; read++) compacted[write++] = indices[read];
    end[batch] = write;
    args[batch * BATCH_ARGS.strideWords + BATCH_ARGS.rowCount]++;
  }
  for (let batch = 0; batch < batches.count; batch++) {
    const first = batches.firstIndex[batch];
    const rows = args[batch * BATCH_ARGS.strideWords + BATCH_ARGS.rowCount];
    writeBatchArgs(args, batch, first, end[batch] - first, rows);
  }
}

/** Uploads the used part of each batch's list, and the draw arguments. */
export function uploadChunks(
  { device: { queue } }: Gpu,
  batches: ChunkBatches,
  { indices, args: words }: GatheredChunks,
  compacted: GPUBuffer,
  args: GPUBuffer,
): void {
  for (let batch = 0; batch < batches.count; batch++) {
    const first = batches.firstIndex[batch];
    const count = words[batch * BATCH_ARGS.strideWords + BATCH_ARGS.indexCount];
    if (count > 0) queue.writeBuffer(compacted, first * 4, indices, first, count);
  }
  queue.writeBuffer(args, 0, words);
}
