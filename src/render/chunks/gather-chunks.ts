/**
 * Compacts whole chunks on the CPU, as `shaders/cull/compact-rows.wgsl` compacts triangles on the
 * GPU.
 */

import type { Chunks } from "../../map/world.ts";
import type { DrawnBuffer, PartPlace } from "../cull/drawn-buffer.ts";
import { BATCH_ARGS, writeBatchArgs } from "./batch-args.ts";
import type { ChunkBatches } from "./chunk-batches.ts";

/** Result of a frame's CPU culling. */
export interface GatheredChunks {
  /** Compacted index lists of all batches. */
  readonly indices: Uint32Array<ArrayBuffer>;
  /** One row per batch, see `BATCH_ARGS`. */
  readonly args: Uint32Array<ArrayBuffer>;
  /** End of each batch's index list. */
  readonly end: Uint32Array;
  /** Number of chunks, from the first, that are those of the last call. */
  kept: number;
  /** First index of the lists that may have changed since the last call. */
  changedFrom: number;
}

export function createGatheredChunks(
  batches: ChunkBatches,
  indices = new Uint32Array(batches.indexCapacity),
  args = new Uint32Array(batches.count * BATCH_ARGS.strideWords),
): GatheredChunks {
  return { indices, args, end: new Uint32Array(batches.count), kept: 0, changedFrom: 0 };
}

/**
 * Gathers a frame's chunks into the batches, whose lists follow each other without gaps, so that
 * they are uploaded at once.
 * @param indices the map's index list
 * @param visible chunks that may be visible, in order
 * @param isKindDrawn by `CHUNK_*` kind: 0 if such chunks are not drawn
 * @returns number of indices
 */
export function gatherChunks(
  out: GatheredChunks,
  batches: ChunkBatches,
  chunks: Chunks,
  indices: Uint32Array,
  visible: Uint32Array,
  visibleCount: number,
  isKindDrawn: Uint8Array,
): number {
  const { args, end, kept } = out;
  const compacted = out.indices;
  const { strideWords, firstIndex, rowCount } = BATCH_ARGS;
  end.fill(0);
  for (let batch = 0; batch < batches.count; batch++) args[batch * strideWords + rowCount] = 0;
  for (let i = 0; i < visibleCount; i++) {
    const chunk = visible[i];
    const batch = batches.chunkBatch[chunk];
    if (batch < 0 || isKindDrawn[chunks.kind[chunk]] === 0) continue;
    end[batch] += chunks.indexCount[chunk];
    args[batch * strideWords + rowCount]++;
  }
  let length = 0;
  let changedFrom = Number.POSITIVE_INFINITY;
  for (let batch = 0; batch < batches.count; batch++) {
    const isMoved = args[batch * strideWords + firstIndex] !== length;
    if (isMoved && length < changedFrom) changedFrom = length;
    writeBatchArgs(args, batch, length, end[batch], args[batch * strideWords + rowCount]);
    length += end[batch];
    end[batch] = args[batch * strideWords + firstIndex];
  }
  for (let i = 0; i < visibleCount; i++) {
    const chunk = visible[i];
    const batch = batches.chunkBatch[chunk];
    if (batch < 0 || isKindDrawn[chunks.kind[chunk]] === 0) continue;
    let write = end[batch];
    if (i >= kept && write < changedFrom) changedFrom = write;
    const first = chunks.firstIndex[chunk];
    const last = first + chunks.indexCount[chunk];
    for (let read = first; read < last; read++) compacted[write++] = indices[read];
    end[batch] = write;
  }
  out.changedFrom = Math.min(changedFrom, length);
  return length;
}

export interface ChunkGathering {
  /** Returns room for the chunks that a frame finds. */
  readonly begin: () => Uint32Array;
  /**
   * Gathers the chunks found, unless they are those of the last call.
   * @param isKindDrawn see `gatherChunks`
   */
  readonly gather: (count: number, isKindDrawn: Uint8Array) => void;
}

/** Gathers a part's chunks into a `DrawnBuffer`. */
export function createChunkGathering(
  { chunks, indices }: { readonly chunks: Chunks; readonly indices: Uint32Array },
  batches: ChunkBatches,
  drawn: DrawnBuffer,
  place: PartPlace,
): ChunkGathering {
  const argsWords = batches.count * BATCH_ARGS.strideWords;
  const createRoom = () => ({
    found: new Uint32Array(chunks.count),
    last: new Uint32Array(chunks.count),
    lastCount: -1,
    lastKinds: -1,
    gathered: createGatheredChunks(
      batches,
      drawn.listOf(place, batches.indexCapacity),
      drawn.argsOf(place, argsWords),
    ),
  });
  let room: ReturnType<typeof createRoom> | null = null;
  drawn.onForget(() => {
    room = null;
  });
  return {
    begin() {
      room ??= createRoom();
      return room.found;
    },
    gather(count, isKindDrawn) {
      if (room === null) return;
      const { found, last, gathered } = room;
      const kinds = isKindDrawn.reduce((bits, isDrawn, kind) => bits | (isDrawn << kind), 0);
      const most = kinds === room.lastKinds ? Math.min(count, room.lastCount) : 0;
      let kept = 0;
      while (kept < most && found[kept] === last[kept]) kept++;
      if (kinds === room.lastKinds && kept === count && count === room.lastCount) return;
      gathered.kept = kept;
      const length = gatherChunks(gathered, batches, chunks, indices, found, count, isKindDrawn);
      drawn.touchList(place, gathered.changedFrom, length - gathered.changedFrom);
      drawn.touchArgs(place, argsWords);
      room.found = last;
      room.last = found;
      room.lastCount = count;
      room.lastKinds = kinds;
    },
  };
}
