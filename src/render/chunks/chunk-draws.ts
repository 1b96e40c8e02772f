/**
 * Draw set of chunks outside the world. Their runs of triangles are culled by box and cluster, and
 * compacted by the world's shaders. Translucent chunks keep their order.
 */

import type { Owner } from "../../gpu/resource-group.ts";
import { CHUNK_FACE, type Chunks } from "../../map/world.ts";
import { cullBoxes } from "../../visibility/cull.ts";
import { GROUP_SET, GROUP_TEXTURES } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { DrawnBuffer, PartPlace } from "../cull/drawn-buffer.ts";
import type { CpuCulling, DrawnView, DrawSet } from "../draws/draw-set.ts";
import { type DrawSetName, setNumber } from "../draws/set-names.ts";
import type { MaterialTable } from "../materials/material-table.ts";
import { KIND_REFRACTING, keyPart, pipelineKey, withKeyPart } from "../surfaces/pipeline-key.ts";
import type { FrameStats } from "../types.ts";
import type { View } from "../views/view.ts";
import { BATCH_ARGS, BATCH_ARGS_BYTES } from "./batch-args.ts";
import { buildChunkBatches, type ChunkBatches, packBatches } from "./chunk-batches.ts";
import { CHUNK_ROW, packChunkRows } from "./chunk-rows.ts";
import { createChunkGathering } from "./gather-chunks.ts";

// CPU culling of chunks by box and distance: see `CpuCulling`.

/** Kinds of chunks outside the world. */
const FACES = Uint8Array.of(CHUNK_FACE + 1);

/** @param reach distance in inches from which nothing is visible */
function createBoxCulling(
  geometry: Pick<ChunkGeometry, "chunks" | "indices">,
  reach: number,
  batches: ChunkBatches,
  drawn: DrawnBuffer,
  place: PartPlace,
): CpuCulling {
  const { chunks } = geometry;
  const gathering = createChunkGathering(geometry, batches, drawn, place);
  return {
    cull(view, settings) {
      const found = gathering.begin();
      const frustum = settings.frustum ? view.frustum : null;
      const seen = cullBoxes(chunks, view.visible, frustum, found);
      let count = 0;
      for (let i = 0; i < seen; i++) {
        if (isInReach(view, chunks.box, found[i] * 6, reach)) found[count++] = found[i];
      }
      gathering.gather(count, FACES);
    },
  };
}

function isInReach({ x, y, z }: View, box: Float32Array, at: number, reach: number): boolean {
  const dx = Math.max(box[at] - x, 0, x - box[at + 3]);
  const dy = Math.max(box[at + 1] - y, 0, y - box[at + 4]);
  const dz = Math.max(box[at + 2] - z, 0, z - box[at + 5]);
  return dx * dx + dy * dy + dz * dz < reach * reach;
}

/** Data of the chunks, shared by all views. */
export interface ChunkGeometry extends Owner {
  readonly chunks: Chunks;
  readonly indices: Uint32Array;
  readonly materials: MaterialTable;
  readonly vertexBuffer: GPUBuffer;
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
  /** How the rows are tested: `PART_BOXES` or `PART_DECALS`. */
  readonly part: number;
  /** Distance in inches from which nothing is visible, or infinity. */
  readonly reach: number;
  /**
   * Order of the chunks, see `buildChunkBatches`. If left out, translucent chunks are not drawn.
   */
  readonly order?: Uint8Array;
  /** Adds a draw's triangles and chunks to the statistics. */
  readonly count: (stats: FrameStats, triangles: number, chunks: number) => void;
}

/** Inches, larger than any distance in a map. */
const UNLIMITED = 1e9;

export function createChunkDraws(
  context: RenderContext,
  kind: ChunkKind,
  geometry: Omit<ChunkGeometry, "destroy">,
  { filter, plan }: DrawnView,
): DrawSet {
  const { name } = kind;
  const { chunks, indices, materials, vertexBuffer } = geometry;
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
  for (let batch = 0; batch < batches.count; batch++) context.pipelines.get(keyOf(batch));
  const number = setNumber(name);
  const { drawn } = plan;
  const place = plan.add({
    kind: kind.part,
    set: number,
    rows: packChunkRows(chunks, materials.set, batches.rowChunk, (c) => batches.chunkBatch[c]),
    rowBytes: CHUNK_ROW.strideBytes,
    clusters: chunks.clusters,
    indices,
    batches: packBatches(batches),
    // One row per batch of the early phase, then of the late one.
    args: new Uint32Array(batches.count * BATCH_ARGS.strideWords * 2),
    listWords: batches.indexCapacity,
    reach: Math.min(kind.reach, UNLIMITED),
  });
  return {
    number,
    place,
    pass: kind.pass,
    isOn: kind.isOn,
    onCpu: createBoxCulling(geometry, kind.reach, batches, drawn, place),
    encode(encoder, phase) {
      encoder.setBindGroup(GROUP_SET, kind.bindGroup);
      encoder.setVertexBuffer(0, vertexBuffer);
      drawn.bindIndices(encoder, place, batches.indexCapacity);
      const first = drawn.argsOffset(place) + phase * batches.count * BATCH_ARGS_BYTES;
      for (let batch = 0; batch < batches.count; batch++) {
        // Refracting surfaces are drawn by the world and the props only.
        if (keyPart(batches.key[batch], "kind") === KIND_REFRACTING) continue;
        const pipeline = context.pipelines.get(keyOf(batch));
        if (pipeline === null) continue;
        encoder.setPipeline(pipeline);
        encoder.setBindGroup(GROUP_TEXTURES, materials.textureGroups[batches.textureGroup[batch]]);
        encoder.drawIndexedIndirect(drawn.buffer, first + batch * BATCH_ARGS_BYTES);
      }
    },
    count: (stats, words, start, phases) =>
      countRows(stats, words, start, batches.count * phases, kind.count),
    edges: null,
    refracting: null,
    translucentRows: 0,
    createTranslucent: () => null,
  };
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
