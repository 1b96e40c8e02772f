/** The world's chunks that are drawn back to front: their rows, lists and draws. */

import { buildOwner } from "../../gpu/resource-group.ts";
import {
  BATCH_ARGS,
  BATCH_ARGS_BYTES,
  countBatchRows,
  writeBatchArgs,
} from "../chunks/batch-args.ts";
import type { ChunkBatches } from "../chunks/chunk-batches.ts";
import { packChunkRows, paddedRows } from "../chunks/chunk-rows.ts";
import { GROUP_SET, GROUP_TEXTURES } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import { bindBuffers } from "../context/storage-group.ts";
import { GROUP_ROWS } from "../cull/cull-pipelines.ts";
import type { TranslucentDraws, TranslucentRows } from "../draws/draw-set.ts";
import type { MaterialTable } from "../materials/material-table.ts";
import { CULL_GROUP_SIZE } from "../shader-constants.ts";
import { FORM_WORLD, pipelineKey } from "../surfaces/pipeline-key.ts";
import {
  bindBatchStarts,
  buildTranslucentBatches,
  type TranslucentBatches,
} from "../translucent/translucent-batches.ts";
import { createChunkOrdering } from "./cpu-translucent.ts";
import type { WorldGeometry } from "./world-geometry.ts";

const WORLD_KEY = pipelineKey({ form: FORM_WORLD });

export interface TranslucentChunks extends TranslucentDraws {
  readonly batches: TranslucentBatches;
  readonly indices: GPUBuffer;
}

/**
 * null: no chunk of the view is drawn back to front.
 * @param bindGroup the world's materials and lightmap
 */
export function createTranslucentChunks(
  context: RenderContext,
  geometry: WorldGeometry,
  materials: MaterialTable,
  bindGroup: GPUBindGroup,
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
      geometry.firstIndexWord,
      (leaf) => list.leafLink[leaf],
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
    /** For each slot a row a batch, see `BATCH_ARGS`. */
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
        batches,
        empty,
        indices,
        args,
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
      encodeSlot(encoder, slot) {
        encoder.setBindGroup(GROUP_SET, bindGroup);
        encoder.setVertexBuffer(0, geometry.buffer);
        encoder.setIndexBuffer(indices, "uint32");
        for (let batch = 0; batch < batches.count; batch++) {
          const pipeline = context.pipelines.get(batches.key[batch] + WORLD_KEY);
          if (pipeline === null) continue;
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

/** Nothing counted; the first index, of which the least is kept, is the list's end. */
function packEmptyArgs(batches: TranslucentBatches, slotCount: number): Uint32Array<ArrayBuffer> {
  const args = new Uint32Array(batches.count * slotCount * BATCH_ARGS.strideWords);
  for (let row = 0; row < batches.count * slotCount; row++) {
    writeBatchArgs(args, row, batches.capacity, 0, 0);
  }
  return args;
}
