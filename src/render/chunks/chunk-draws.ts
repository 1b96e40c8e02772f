/**
 * Draw set of chunks outside the world. Their runs of triangles are culled by box and cluster, and
 * compacted by the world's shaders. Translucent chunks keep their order.
 */

import type { Gpu } from "../../gpu/gpu.ts";
import { buildOwner, type Owner } from "../../gpu/resource-group.ts";
import { CHUNK_FACE, type Chunks } from "../../map/world.ts";
import { cullBoxes } from "../../visibility/cull.ts";
import { GROUP_FRAME, GROUP_SET, GROUP_TEXTURES } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import { bindBuffers } from "../context/storage-group.ts";
import { type CullPipelines, PHASE_EARLY, PHASE_LATE } from "../cull/cull-pipelines.ts";
import { createRowBuffers, type RowBuffers } from "../cull/row-buffers.ts";
import { rowPipelines } from "../cull/row-culling.ts";
import type { ClusterFilter, CpuCulling, DrawSet } from "../draws/draw-set.ts";
import { type DrawEncoder, recordDraws } from "../draws/recorded-draws.ts";
import { type DrawSetName, setNumber } from "../draws/set-names.ts";
import type { MaterialTable } from "../materials/material-table.ts";
import { KIND_REFRACTING, keyPart, pipelineKey, withKeyPart } from "../surfaces/pipeline-key.ts";
import type { FrameStats } from "../types.ts";
import type { View } from "../views/view.ts";
import { BATCH_ARGS, BATCH_ARGS_BYTES } from "./batch-args.ts";
import { buildChunkBatches, type ChunkBatches, packBatches } from "./chunk-batches.ts";
import { packChunkRows } from "./chunk-rows.ts";
import { createGatheredChunks, gatherChunks, uploadChunks } from "./gather-chunks.ts";

// CPU culling of chunks by box and distance: see `CpuCulling`.

/** @param reach distance in inches from which nothing is visible */
function createBoxCulling(
  gpu: Gpu,
  { chunks, indices }: { readonly chunks: Chunks; readonly indices: Uint32Array },
  reach: number,
  batches: ChunkBatches,
  { compacted, args }: Record<"compacted" | "args", GPUBuffer>,
): CpuCulling {
  const createRoom = () => ({
    found: new Uint32Array(chunks.count),
    isKindDrawn: Uint8Array.of(CHUNK_FACE + 1),
    gathered: createGatheredChunks(batches),
  });
  let room: ReturnType<typeof createRoom> | null = null;
  return {
    cull(view, settings) {
      room ??= createRoom();
      const { found, isKindDrawn, gathered } = room;
      const frustum = settings.frustum ? view.frustum : null;
      const seen = cullBoxes(chunks, view.visible, frustum, found);
      let count = 0;
      for (let i = 0; i < seen; i++) {
        if (isInReach(view, chunks.box, found[i] * 6, reach)) found[count++] = found[i];
      }
      gatherChunks(gathered, batches, chunks, indices, found, count, isKindDrawn);
      uploadChunks(gpu, batches, gathered, compacted, args);
    },
    forget() {
      room = null;
    },
  };
}

function isInReach({ x, y, z }: View, box: Float32Array, at: number, reach: number): boolean {
  const dx = Math.max(box[at] - x, 0, x - box[at + 3]);
  const dy = Math.max(box[at + 1] - y, 0, y - box[at + 4]);
  const dz = Math.max(box[at + 2] - z, 0, z - box[at + 5]);
  return dx * dx + dy * dy + dz * dz < reach * reach;
}

/** GPU data of the chunks, shared by all views. */
export interface ChunkGeometry extends Owner {
  readonly chunks: Chunks;
  readonly indices: Uint32Array;
  readonly materials: MaterialTable;
  readonly vertexBuffer: GPUBuffer;
  /** `indices` and `chunks.clusters` as storage buffers. */
  readonly indexBuffer: GPUBuffer;
  readonly clusterBuffer: GPUBuffer;
}

/** Settings that differ between kinds of chunks. */
export interface ChunkKind extends Pick<DrawSet, "pass" | "isOn"> {
  readonly name: Exclude<DrawSetName, "world">;
  /** `FORM_*` of the vertices. */
  readonly form: number;
  /** `KIND_*` used in place of the materials' kinds. If left out, the materials decide. */
  readonly surfaceKind?: number;
  /** Bind group 1 of the draws. */
  readonly bindGroup: GPUBindGroup;
  /** Pipelines that test the rows as boxes, with the layout `cullBoxes`. */
  readonly test: (pipelines: CullPipelines) => CullPipelines["cullDetails"];
  /** Distance in inches from which nothing is visible, or infinity. */
  readonly reach: number;
  /**
   * Order of the chunks, see `buildChunkBatches`. If left out, translucent chunks are not drawn.
   */
  readonly order?: Uint8Array;
  /** Adds a draw's triangles and chunks to the statistics. */
  readonly count: (stats: FrameStats, triangles: number, chunks: number) => void;
}

export interface ChunkDraws extends DrawSet {
  readonly batches: ChunkBatches;
  readonly rowBuffers: RowBuffers;
}

/**
 * @param frame bind group of the view that the chunks are culled for
 * @throws GpuError `limit`; everything created so far is freed then
 */
export function createChunkDraws(
  context: RenderContext,
  kind: ChunkKind,
  geometry: Omit<ChunkGeometry, "destroy">,
  frame: GPUBindGroup,
  filter: ClusterFilter | null,
): ChunkDraws {
  const { gpu, cull } = context;
  const { device } = gpu;
  const { name } = kind;
  const { chunks, materials, vertexBuffer, indexBuffer, clusterBuffer } = geometry;
  const { INDEX, STORAGE, INDIRECT, COPY_DST, COPY_SRC } = GPUBufferUsage;
  const formKey = pipelineKey({ form: kind.form });
  const keyOf = (batch: number) => {
    const key = batches.key[batch] + formKey;
    return kind.surfaceKind === undefined ? key : withKeyPart(key, "kind", kind.surfaceKind);
  };
  const batches = buildChunkBatches(
    chunks,
    materials,
    (chunk) =>
      filter === null ||
      filter(chunks.clusters, chunks.firstCluster[chunk], chunks.clusterCount[chunk]),
    kind.order ?? null,
  );
  return buildOwner(gpu, (group) => {
    const filled = (part: string, data: ArrayBufferView) =>
      group.bufferWith(`render/${name}-${part}`, name, STORAGE, data);
    const empty = (part: string, usage: number, byteLength: number) =>
      group.buffer(`render/${name}-${part}`, name, usage | STORAGE | COPY_DST, byteLength);
    const rows = filled(
      "rows",
      packChunkRows(chunks, materials.set, batches.rowChunk, (c) => batches.chunkBatch[c]),
    );
    const rowBuffers = createRowBuffers(group, name, batches.rowChunk.length);
    const { states, groupSums } = rowBuffers;
    const compacted = empty("compacted", INDEX, batches.indexCapacity * 4);
    /** One row per batch of the early phase, then of the late one: `BATCH_ARGS`. */
    const args = empty("args", INDIRECT | COPY_SRC, batches.count * BATCH_ARGS_BYTES * 2);
    const batchRows = filled("batches", packBatches(batches));
    const encode = (encoder: DrawEncoder, phase: number) => {
      encoder.setBindGroup(GROUP_FRAME, frame);
      encoder.setBindGroup(GROUP_SET, kind.bindGroup);
      encoder.setVertexBuffer(0, vertexBuffer);
      encoder.setIndexBuffer(compacted, "uint32");
      for (let batch = 0; batch < batches.count; batch++) {
        // Refracting surfaces are drawn by the world and the props only.
        if (keyPart(batches.key[batch], "kind") === KIND_REFRACTING) continue;
        const pipeline = context.pipelines.get(keyOf(batch));
        if (pipeline === null) continue;
        encoder.setPipeline(pipeline);
        encoder.setBindGroup(GROUP_TEXTURES, materials.textureGroups[batches.textureGroup[batch]]);
        encoder.drawIndexedIndirect(args, (phase * batches.count + batch) * BATCH_ARGS_BYTES);
      }
    };
    const record = (phase: number) =>
      recordDraws(context, `render/${name}`, (encoder) => encode(encoder, phase));
    return {
      number: setNumber(name),
      pass: kind.pass,
      isOn: kind.isOn,
      batches,
      rowBuffers,
      args,
      culling: {
        pipelines: rowPipelines(cull, kind.test(cull), cull.compactWorld),
        testGroup: bindBuffers(device, `render/cull-${name}`, cull.layouts.cullBoxes, [
          ...[rows, clusterBuffer, null, states, groupSums],
        ]),
        scanGroup: bindBuffers(device, `render/scan-${name}`, cull.layouts.scanGroups, [groupSums]),
        compactGroup: bindBuffers(device, `render/compact-${name}`, cull.layouts.compact, [
          ...[rows, states, groupSums, indexBuffer, batchRows, compacted, args],
        ]),
        testWorkgroups: rowBuffers.groupCount,
        compactWorkgroups: rowBuffers.groupCount,
      },
      onCpu: createBoxCulling(gpu, geometry, kind.reach, batches, { compacted, args }),
      phases: [record(PHASE_EARLY), record(PHASE_LATE)],
      count: (stats, words, start, phases) =>
        countRows(stats, words, start, batches.count * phases, kind.count),
      edges: null,
      refracting: null,
      translucentRows: 0,
      createTranslucent: () => null,
    } satisfies Omit<ChunkDraws, "destroy">;
  });
}

/** Adds the rows' counts to `stats`. Returns the number of rows that drew anything. */
function countRows(
  stats: FrameStats,
  words: Uint32Array,
  start: number,
  rows: number,
  count: ChunkKind["count"],
): number {
  let draws = 0;
  for (let row = 0; row < rows; row++) {
    const at = start + row * BATCH_ARGS.strideWords;
    const triangles = words[at + BATCH_ARGS.indexCount] / 3;
    if (triangles === 0) continue;
    draws++;
    stats.triangles += triangles;
    count(stats, triangles, words[at + BATCH_ARGS.rowCount]);
  }
  return draws;
}
