/**
 * Draw set of the world's opaque faces and displacements. Everything stays on the GPU: culling
 * there fills the compacted index list and the draws' counts.
 */

import { buildOwner } from "../../gpu/resource-group.ts";
import { BATCH_ARGS_BYTES, countBatchRows } from "../chunks/batch-args.ts";
import { buildChunkBatches, type ChunkBatches, packBatches } from "../chunks/chunk-batches.ts";
import { packChunkRows } from "../chunks/chunk-rows.ts";
import { GROUP_FRAME, GROUP_SET, GROUP_TEXTURES } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import { bindBuffers } from "../context/storage-group.ts";
import { PHASE_EARLY, PHASE_LATE } from "../cull/cull-pipelines.ts";
import { createRowBuffers, type RowBuffers } from "../cull/row-buffers.ts";
import { rowPipelines } from "../cull/row-culling.ts";
import type { ClusterFilter, DrawSet } from "../draws/draw-set.ts";
import { type DrawEncoder, recordDraws } from "../draws/recorded-draws.ts";
import { setNumber } from "../draws/set-names.ts";
import type { MaterialTable } from "../materials/material-table.ts";
import { boundRefracting, refractingDraws } from "../refraction/refracting-bounds.ts";
import { FORM_WORLD, pipelineKey } from "../surfaces/pipeline-key.ts";
import { bindWorld } from "./bind-world.ts";
import { createChunkCulling, createTranslucentChunks } from "./translucent-chunks.ts";
import type { WorldGeometry } from "./world-geometry.ts";

const WORLD_KEY = pipelineKey({ form: FORM_WORLD });

export interface WorldDraws extends DrawSet {
  readonly batches: ChunkBatches;
  readonly rowBuffers: RowBuffers;
  readonly compacted: GPUBuffer;
}

/**
 * @param frame bind group of the view that the world is culled for
 * @throws GpuError `limit`; everything created so far is freed then
 */
export function createWorldDraws(
  context: RenderContext,
  geometry: WorldGeometry,
  materials: MaterialTable,
  frame: GPUBindGroup,
  filter: ClusterFilter | null,
): WorldDraws {
  const { gpu } = context;
  const { device } = gpu;
  const { layouts } = context.cull;
  const { chunks } = geometry.scene;
  const { INDEX, STORAGE, INDIRECT, COPY_DST, COPY_SRC } = GPUBufferUsage;
  const batches = buildChunkBatches(chunks, materials, (chunk) =>
    filter === null
      ? true
      : filter(chunks.clusters, chunks.firstCluster[chunk], chunks.clusterCount[chunk], chunk),
  );
  const bindGroup = bindWorld(context, "render/world", materials, geometry);
  return buildOwner(gpu, (group) => {
    const filled = (name: string, data: ArrayBufferView) =>
      group.bufferWith(`render/world-${name}`, "world", STORAGE, data);
    const empty = (name: string, usage: number, byteLength: number) =>
      group.buffer(`render/world-${name}`, "world", usage | STORAGE | COPY_DST, byteLength);
    const rows = filled(
      "rows",
      packChunkRows(chunks, materials.set, batches.rowChunk, (chunk) => batches.chunkBatch[chunk], {
        firstIndexWord: geometry.firstIndexWord,
      }),
    );
    const rowBuffers = createRowBuffers(group, "world", batches.rowChunk.length);
    const compacted = empty("compacted", INDEX | COPY_SRC, batches.indexCapacity * 4);
    /** One row per batch for the early phase, then for the late one: `BATCH_ARGS`. */
    const args = empty("args", INDIRECT | COPY_SRC, batches.count * BATCH_ARGS_BYTES * 2);
    const { buffer, clusters } = geometry;
    const { states, groupSums } = rowBuffers;
    const batchRows = filled("batches", packBatches(batches));
    const encode = (encoder: DrawEncoder, phase: number, first: number, end: number) => {
      encoder.setBindGroup(GROUP_FRAME, frame);
      encoder.setBindGroup(GROUP_SET, bindGroup);
      encoder.setVertexBuffer(0, buffer);
      encoder.setIndexBuffer(compacted, "uint32");
      for (let batch = first; batch < end; batch++) {
        const pipeline = context.pipelines.get(batches.key[batch] + WORLD_KEY);
        if (pipeline === null) continue;
        encoder.setPipeline(pipeline);
        encoder.setBindGroup(GROUP_TEXTURES, materials.textureGroups[batches.textureGroup[batch]]);
        encoder.drawIndexedIndirect(args, (phase * batches.count + batch) * BATCH_ARGS_BYTES);
      }
    };
    // Refracting draws are not recorded, but their pipelines are requested with the others.
    for (let i = batches.firstRefracting; i < batches.count; i++) {
      context.pipelines.get(batches.key[i] + WORLD_KEY);
    }
    const record = (phase: number) =>
      recordDraws(context, "render/world", (encoder) =>
        encode(encoder, phase, 0, batches.firstRefracting),
      );
    return {
      number: setNumber("world"),
      pass: "world" as const,
      isOn: () => true,
      batches,
      rowBuffers,
      compacted,
      args,
      culling: {
        pipelines: rowPipelines(context.cull, context.cull.cullWorld, context.cull.compactWorld),
        testGroup: bindBuffers(device, "render/cull-world", layouts.cullTriangles, [
          ...[rows, clusters, buffer, states, groupSums],
        ]),
        scanGroup: bindBuffers(device, "render/scan-world", layouts.scanGroups, [groupSums]),
        compactGroup: bindBuffers(device, "render/compact-world", layouts.compact, [
          ...[rows, states, groupSums, buffer, batchRows, compacted, args],
        ]),
        testWorkgroups: rowBuffers.groupCount,
        compactWorkgroups: rowBuffers.groupCount,
      },
      onCpu: createChunkCulling(gpu, geometry.scene, batches, compacted, args),
      phases: [record(PHASE_EARLY), record(PHASE_LATE)],
      count: (stats, words, start, phases) =>
        countBatchRows(stats, words, start, batches.count * phases),
      edges: { indices: compacted, vertices: buffer, rowCount: batches.count },
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
        createTranslucentChunks(context, geometry, { materials, bindGroup }, batches, list),
    } satisfies Omit<WorldDraws, "destroy">;
  });
}
