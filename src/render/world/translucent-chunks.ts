/** The world's translucent chunks: their rows, lists and draws. */

import type { Gpu } from "../../gpu/gpu.ts";
import { buildOwner } from "../../gpu/resource-group.ts";
import type { MapScene } from "../../map/types.ts";
import { CHUNK_BRUSH_MODEL, CHUNK_DISPLACEMENT, CHUNK_FACE } from "../../map/world.ts";
import { cullBoxes, pickRows } from "../../visibility/cull.ts";
import {
  BATCH_ARGS,
  BATCH_ARGS_BYTES,
  countBatchRows,
  writeBatchArgs,
} from "../chunks/batch-args.ts";
import type { ChunkBatches } from "../chunks/chunk-batches.ts";
import { packChunkRows, paddedRows } from "../chunks/chunk-rows.ts";
import { createGatheredChunks, gatherChunks, uploadChunks } from "../chunks/gather-chunks.ts";
import { GROUP_SET, GROUP_TEXTURES } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import { bindBuffers } from "../context/storage-group.ts";
import { GROUP_ROWS } from "../cull/cull-pipelines.ts";
import type { CpuCulling, TranslucentDraws, TranslucentRows } from "../draws/draw-set.ts";
import { setNumber } from "../draws/set-names.ts";
import type { MaterialTable } from "../materials/material-table.ts";
import { boundRefracting } from "../refraction/refracting-bounds.ts";
import { CULL_GROUP_SIZE } from "../shader-constants.ts";
import { FORM_WORLD, isSoftKey, pipelineKey } from "../surfaces/pipeline-key.ts";
import { addRow, type CpuOrdering } from "../translucent/cpu-order.ts";
import {
  bindBatchStarts,
  buildTranslucentBatches,
  type OrderedBatches,
  type TranslucentBatches,
} from "../translucent/translucent-batches.ts";
import type { RenderSettings } from "../types.ts";
import type { WorldGeometry } from "./world-geometry.ts";

// Culls the world's chunks on the CPU: see `CpuCulling`.

/** Writes for each `CHUNK_*` kind whether such chunks are drawn; 0 if not. */
function writeDrawnKinds(out: Uint8Array, settings: RenderSettings): void {
  out[CHUNK_FACE] = 1;
  out[CHUNK_DISPLACEMENT] = settings.displacements ? 1 : 0;
  out[CHUNK_BRUSH_MODEL] = settings.brushModels ? 1 : 0;
}

export function createChunkCulling(
  gpu: Gpu,
  { chunks, world }: MapScene,
  batches: ChunkBatches,
  compacted: GPUBuffer,
  args: GPUBuffer,
): CpuCulling {
  const createRoom = () => ({
    found: new Uint32Array(chunks.count),
    /** Whether chunks of a kind are drawn, by `CHUNK_*`. */
    isKindDrawn: new Uint8Array(3),
    gathered: createGatheredChunks(batches),
  });
  let room: ReturnType<typeof createRoom> | null = null;
  return {
    cull(view, settings) {
      room ??= createRoom();
      const { found, isKindDrawn, gathered } = room;
      writeDrawnKinds(isKindDrawn, settings);
      const frustum = settings.frustum ? view.frustum : null;
      const count = cullBoxes(chunks, view.visible, frustum, found);
      gatherChunks(gathered, batches, chunks, world.indices, found, count, isKindDrawn);
      uploadChunks(gpu, batches, gathered, compacted, args);
    },
    forget() {
      room = null;
    },
  };
}

// CPU sorting of the world's translucent chunks: see `CpuOrdering`.

const NUMBER = setNumber("world");

/** @param rowChunk the chunk of each row */
function createChunkOrdering(
  gpu: Gpu,
  { chunks, world }: MapScene,
  rowChunk: Uint32Array,
  { batches, emptyArgs }: OrderedBatches,
  { indices, args }: Record<"indices" | "args", GPUBuffer>,
): CpuOrdering {
  const { queue } = gpu.device;
  const createRoom = () => ({
    cullable: pickRows(chunks, rowChunk),
    found: new Uint32Array(rowChunk.length),
    /** Whether chunks of a kind are drawn, by `CHUNK_*`. */
    isKindDrawn: new Uint8Array(3),
    gathered: new Uint32Array(batches.capacity),
    args: emptyArgs.slice(),
    /** End of each batch's list. */
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

const WORLD_KEY = pipelineKey({ form: FORM_WORLD });

export interface TranslucentChunks extends TranslucentDraws {
  readonly batches: TranslucentBatches;
  readonly indices: GPUBuffer;
}

export interface BoundMaterials {
  readonly materials: MaterialTable;
  /** The world's materials and lightmap. */
  readonly bindGroup: GPUBindGroup;
}

/** Returns `null` if no chunk of the view is translucent. */
export function createTranslucentChunks(
  context: RenderContext,
  geometry: WorldGeometry,
  { materials, bindGroup }: BoundMaterials,
  { translucentChunk }: ChunkBatches,
  list: TranslucentRows,
): TranslucentChunks | null {
  if (translucentChunk.length === 0) return null;
  const { device } = context.gpu;
  const { layouts } = context.cull;
  const { chunks } = geometry.scene;
  const { slotCount } = list;
  const materialOf = (row: number) => chunks.material[translucentChunk[row]];
  const batches = buildTranslucentBatches(
    translucentChunk.length,
    (row) => materials.key[materialOf(row)],
    (row) => materials.textureGroup[materialOf(row)],
    (row) => chunks.indexCount[translucentChunk[row]],
  );
  const batchOf = new Map(
    [...translucentChunk].map((chunk, row) => [chunk, batches.rowBatch[row]]),
  );
  return buildOwner(context.gpu, (group) => {
    const { STORAGE, INDEX, INDIRECT, COPY_SRC, COPY_DST } = GPUBufferUsage;
    const filled = (name: string, usage: number, data: ArrayBufferView) =>
      group.bufferWith(`render/translucent-${name}`, "world", usage, data);
    const rowWords = packChunkRows(
      chunks,
      materials.set,
      translucentChunk,
      (chunk) => batchOf.get(chunk) ?? 0,
      { firstIndexWord: geometry.firstIndexWord, leafLinkOf: (leaf) => list.leafLink[leaf] },
    );
    const rows = filled("chunk-rows", STORAGE, rowWords);
    const empty = packEmptyArgs(batches, slotCount);
    const usage = INDEX | STORAGE | COPY_SRC | COPY_DST;
    const indices = group.buffer(
      "render/translucent-indices",
      "world",
      usage,
      batches.capacity * 4,
    );
    /** One row per batch for each slot, see `BATCH_ARGS`. */
    const args = filled("args", STORAGE | INDIRECT | COPY_SRC | COPY_DST, empty);
    const batchFirst = filled("batch-first-index", STORAGE, batches.first);
    const rowCount = batches.count * slotCount;
    const orderGroup = bindBuffers(device, "render/order-world", layouts.order, [
      ...[rows, geometry.clusters, geometry.buffer, list.nodes, list.buffer],
    ]);
    const compactGroup = bindBuffers(
      device,
      "render/compact-translucent",
      layouts.compactTranslucent,
      [rows, list.buffer, geometry.buffer, bindBatchStarts(batches, batchFirst), indices, args],
    );
    const { orderWorld: orderOf, compactTranslucent } = context.cull;
    const compactOf = compactTranslucent[slotCount > 1 ? 1 : 0];
    const orderWorkgroups = paddedRows(translucentChunk.length) / CULL_GROUP_SIZE;
    const compactWorkgroups = Math.ceil(list.capacity / CULL_GROUP_SIZE);
    return {
      batches,
      indices,
      args,
      pipelines: [orderOf, compactOf],
      onCpu: createChunkOrdering(
        context.gpu,
        geometry.scene,
        translucentChunk,
        { batches, emptyArgs: empty },
        { indices, args },
      ),
      emptyArgs: filled("empty-args", COPY_SRC, empty),
      encodeOrder(pass) {
        const order = orderOf();
        if (order === null) return;
        pass.setPipeline(order);
        pass.setBindGroup(GROUP_ROWS, orderGroup);
        pass.dispatchWorkgroups(orderWorkgroups);
      },
      encodeCompaction(pass) {
        const compact = compactOf();
        if (compact === null) return;
        pass.setPipeline(compact);
        pass.setBindGroup(0, compactGroup);
        pass.dispatchWorkgroups(compactWorkgroups);
      },
      soft: boundRefracting(
        translucentChunk.filter((_, row) => isSoftKey(batches.key[batches.rowBatch[row]])),
        (chunk) => chunks.material[chunk],
        chunks,
      ),
      encodeSlot(encoder, slot, hasBehind) {
        encoder.setBindGroup(GROUP_SET, bindGroup);
        encoder.setVertexBuffer(0, geometry.buffer);
        encoder.setIndexBuffer(indices, "uint32");
        for (let batch = 0; batch < batches.count; batch++) {
          const pipeline = context.pipelines.get(batches.key[batch] + WORLD_KEY);
          if (pipeline === null || (!hasBehind && isSoftKey(batches.key[batch]))) continue;
          encoder.setPipeline(pipeline);
          const textures = materials.textureGroups[batches.textureGroup[batch]];
          encoder.setBindGroup(GROUP_TEXTURES, textures);
          encoder.drawIndexedIndirect(args, (slot * batches.count + batch) * BATCH_ARGS_BYTES);
        }
      },
      count: (stats, words, start) => countBatchRows(stats, words, start, rowCount),
      edges: { indices, vertices: geometry.buffer, rowCount },
    } satisfies Omit<TranslucentChunks, "destroy">;
  });
}

/**
 * Packs the initial arguments. The first index is the end of the list, because shaders keep the
 * minimum.
 */
function packEmptyArgs(batches: TranslucentBatches, slotCount: number): Uint32Array<ArrayBuffer> {
  const args = new Uint32Array(batches.count * slotCount * BATCH_ARGS.strideWords);
  for (let row = 0; row < batches.count * slotCount; row++) {
    writeBatchArgs(args, row, batches.capacity, 0, 0);
  }
  return args;
}
