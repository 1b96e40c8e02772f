/** The world's part of what the CPU draws back to front: see `CpuOrdering`. */

import type { Gpu } from "../../gpu/gpu.ts";
import type { MapScene } from "../../map/types.ts";
import { cullBoxes, pickRows } from "../../visibility/cull.ts";
import { BATCH_ARGS, writeBatchArgs } from "../chunks/batch-args.ts";
import { setNumber } from "../draws/set-names.ts";
import { addRow, type CpuOrdering } from "../translucent/cpu-order.ts";
import type { TranslucentBatches } from "../translucent/translucent-batches.ts";
import { writeDrawnKinds } from "./cpu-chunks.ts";

const NUMBER = setNumber("world");

/**
 * @param rowChunk the chunk of each row
 * @param emptyArgs of all slots, before anything is counted
 */
export function createChunkOrdering(
  gpu: Gpu,
  { chunks, world }: MapScene,
  rowChunk: Uint32Array,
  batches: TranslucentBatches,
  emptyArgs: Uint32Array<ArrayBuffer>,
  indices: GPUBuffer,
  args: GPUBuffer,
): CpuOrdering {
  const { queue } = gpu.device;
  const createRoom = () => ({
    cullable: pickRows(chunks, rowChunk),
    found: new Uint32Array(rowChunk.length),
    /** By `CHUNK_*`. */
    isKindDrawn: new Uint8Array(3),
    gathered: new Uint32Array(batches.capacity),
    args: emptyArgs.slice(),
    /** Of each batch, where its list ends. */
    end: new Uint32Array(batches.count),
  });
  let room: ReturnType<typeof createRoom> | null = null;
  return {
    list(rows, view, settings) {
      room ??= createRoom();
      const { cullable, found, isKindDrawn } = room;
      writeDrawnKinds(isKindDrawn, settings);
      const frustum = settings.frustum ? view.frustum : null;
      const count = cullBoxes(cullable, view.visible, frustum, found);
      for (let i = 0; i < count; i++) {
        const chunk = rowChunk[found[i]];
        if (isKindDrawn[chunks.kind[chunk]] === 0) continue;
        addRow(rows, NUMBER, found[i], chunks.leaf[chunk], view, chunks.box, chunk * 6);
      }
    },
    gather(rows) {
      room ??= createRoom();
      const { gathered, end } = room;
      end.set(batches.first);
      room.args.set(emptyArgs);
      for (let i = 0; i < rows.count; i++) {
        const entry = rows.order[i];
        if (rows.set[entry] !== NUMBER) continue;
        const chunk = rowChunk[rows.row[entry]];
        const batch = batches.rowBatch[rows.row[entry]];
        const first = chunks.firstIndex[chunk];
        const count = chunks.indexCount[chunk];
        for (let at = 0; at < count; at++) gathered[end[batch] + at] = world.indices[first + at];
        const draw = rows.slot[entry] * batches.count + batch;
        const at = draw * BATCH_ARGS.strideWords;
        const drawnBefore = room.args[at + BATCH_ARGS.indexCount];
        const firstIndex = Math.min(room.args[at + BATCH_ARGS.firstIndex], end[batch]);
        const rowsBefore = room.args[at + BATCH_ARGS.rowCount];
        writeBatchArgs(room.args, draw, firstIndex, drawnBefore + count, rowsBefore + 1);
        end[batch] += count;
      }
      for (let batch = 0; batch < batches.count; batch++) {
        const first = batches.first[batch];
        const count = end[batch] - first;
        if (count > 0) queue.writeBuffer(indices, first * 4, gathered, first, count);
      }
      queue.writeBuffer(args, 0, room.args);
    },
    forget() {
      room = null;
    },
  };
}
