/**
 * Draw set of the world's opaque faces and displacements. Everything stays on the GPU: culling
 * there fills the compacted index list and the draws' counts.
 */

import { BATCH_ARGS, BATCH_ARGS_BYTES, countBatchRows } from "../chunks/batch-args.ts";
import { buildChunkBatches, type ChunkBatches, packBatches } from "../chunks/chunk-batches.ts";
import { CHUNK_ROW, packChunkRows } from "../chunks/chunk-rows.ts";
import { GROUP_SET, GROUP_TEXTURES } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { DrawnView, DrawSet } from "../draws/draw-set.ts";
import type { DrawEncoder } from "../draws/recorded-draws.ts";
import { setNumber } from "../draws/set-names.ts";
import type { MaterialTable } from "../materials/material-table.ts";
import { boundRefracting, refractingDraws } from "../refraction/refracting-bounds.ts";
import { PART_TRIANGLES } from "../shader-constants.ts";
import { FORM_WORLD, pipelineKey } from "../surfaces/pipeline-key.ts";
import { bindWorld } from "./bind-world.ts";
import { createChunkCulling, createTranslucentChunks } from "./translucent-chunks.ts";
import type { WorldGeometry } from "./world-geometry.ts";

const WORLD_KEY = pipelineKey({ form: FORM_WORLD });

export interface WorldDraws extends DrawSet {
  readonly batches: ChunkBatches;
}

export function createWorldDraws(
  context: RenderContext,
  geometry: WorldGeometry,
  materials: MaterialTable,
  { filter, plan }: DrawnView,
): WorldDraws {
  const { chunks } = geometry.scene;
  const batches = buildChunkBatches(chunks, materials, (chunk) =>
    filter === null
      ? true
      : filter(chunks.clusters, chunks.firstCluster[chunk], chunks.clusterCount[chunk], chunk),
  );
  const bindGroup = bindWorld(context, "render/world", materials, geometry);
  for (let i = 0; i < batches.count; i++) context.pipelines.get(batches.key[i] + WORLD_KEY);
  const number = setNumber("world");
  const { drawn } = plan;
  const place = plan.add({
    kind: PART_TRIANGLES,
    set: number,
    rows: packChunkRows(
      chunks,
      materials.set,
      batches.rowChunk,
      (chunk) => batches.chunkBatch[chunk],
      { firstIndexWord: geometry.firstIndexWord },
    ),
    rowBytes: CHUNK_ROW.strideBytes,
    clusters: chunks.clusters,
    indices: null,
    batches: packBatches(batches),
    // One row per batch for the early phase, then for the late one.
    args: new Uint32Array(batches.count * BATCH_ARGS.strideWords * 2),
    listWords: batches.indexCapacity,
  });
  const encode = (encoder: DrawEncoder, phase: number, first: number, end: number) => {
    encoder.setBindGroup(GROUP_SET, bindGroup);
    encoder.setVertexBuffer(0, geometry.buffer);
    drawn.bindIndices(encoder, place, batches.indexCapacity);
    const firstArgs = drawn.argsOffset(place) + phase * batches.count * BATCH_ARGS_BYTES;
    for (let batch = first; batch < end; batch++) {
      const pipeline = context.pipelines.get(batches.key[batch] + WORLD_KEY);
      if (pipeline === null) continue;
      encoder.setPipeline(pipeline);
      encoder.setBindGroup(GROUP_TEXTURES, materials.textureGroups[batches.textureGroup[batch]]);
      encoder.drawIndexedIndirect(drawn.buffer, firstArgs + batch * BATCH_ARGS_BYTES);
    }
  };
  return {
    number,
    place,
    pass: "world",
    isOn: () => true,
    batches,
    onCpu: createChunkCulling(geometry.scene, batches, drawn, place),
    encode: (encoder, phase) => encode(encoder, phase, 0, batches.firstRefracting),
    count: (stats, words, start, phases) =>
      countBatchRows(stats, words, start, batches.count * phases),
    edges: {
      listWords: batches.indexCapacity,
      vertices: geometry.buffer,
      rowCount: batches.count,
    },
    refracting: refractingDraws(
      boundRefracting(
        batches.rowChunk.subarray(batches.firstRow[batches.firstRefracting]),
        (chunk) => chunks.material[chunk],
        chunks,
      ),
      (pass, phase) => encode(pass, phase, batches.firstRefracting, batches.count),
    ),
    translucentRows: batches.translucentChunk.length,
    createTranslucent: (list) =>
      createTranslucentChunks(context, geometry, { materials, bindGroup }, batches, plan, list),
  };
}
