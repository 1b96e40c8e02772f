/** The world's translucent chunks: their rows, lists and draws. */

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
import { CHUNK_ROW, packChunkRows } from "../chunks/chunk-rows.ts";
import { createChunkGathering } from "../chunks/gather-chunks.ts";
import { GROUP_SET, GROUP_TEXTURES } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { ViewPlan } from "../cull/cull-table.ts";
import type { DrawnBuffer, PartPlace } from "../cull/drawn-buffer.ts";
import type { CpuCulling, TranslucentDraws, TranslucentRows } from "../draws/draw-set.ts";
import { setNumber } from "../draws/set-names.ts";
import type { MaterialTable } from "../materials/material-table.ts";
import { boundRefracting } from "../refraction/refracting-bounds.ts";
import { PART_PANES } from "../shader-constants.ts";
import { FORM_WORLD, isSoftKey, pipelineKey } from "../surfaces/pipeline-key.ts";
import { addRow, type CpuOrdering } from "../translucent/cpu-order.ts";
import {
  buildTranslucentBatches,
  type OrderedBatches,
  type TranslucentBatches,
} from "../translucent/translucent-batches.ts";
import type { RenderSettings } from "../types.ts";
import type { WorldGeometry } from "./world-geometry.ts";

// Culls the world's chunks on the CPU: see `CpuCulling`.

/** Number of `CHUNK_*` kinds, with `CHUNK_HIDDEN`, which is never drawn. */
const CHUNK_KINDS = 4;

/** Writes for each `CHUNK_*` kind whether such chunks are drawn; 0 if not. */
function writeDrawnKinds(out: Uint8Array, settings: RenderSettings): void {
  out[CHUNK_FACE] = 1;
  out[CHUNK_DISPLACEMENT] = settings.displacements ? 1 : 0;
  out[CHUNK_BRUSH_MODEL] = settings.brushModels ? 1 : 0;
}

export function createChunkCulling(
  { chunks, world }: MapScene,
  batches: ChunkBatches,
  drawn: DrawnBuffer,
  place: PartPlace,
): CpuCulling {
  const gathering = createChunkGathering({ chunks, indices: world.indices }, batches, drawn, place);
  const isKindDrawn = new Uint8Array(CHUNK_KINDS);
  return {
    cull(view, settings) {
      writeDrawnKinds(isKindDrawn, settings);
      const frustum = settings.frustum ? view.frustum : null;
      const count = cullBoxes(chunks, view.visible, frustum, gathering.begin());
      gathering.gather(count, isKindDrawn);
    },
  };
}

// CPU sorting of the world's translucent chunks: see `CpuOrdering`.

const NUMBER = setNumber("world");

/** @param rowChunk the chunk of each row */
function createChunkOrdering(
  { chunks, world }: MapScene,
  rowChunk: Uint32Array,
  { batches, emptyArgs }: OrderedBatches,
  drawn: DrawnBuffer,
  place: PartPlace,
): CpuOrdering {
  const createRoom = () => ({
    cullable: pickRows(chunks, rowChunk),
    found: new Uint32Array(rowChunk.length),
    isKindDrawn: new Uint8Array(CHUNK_KINDS),
    gathered: drawn.listOf(place, batches.capacity),
    args: drawn.argsOf(place, emptyArgs.length),
    /** End of each batch's list. */
    end: new Uint32Array(batches.count),
  });
  let room: ReturnType<typeof createRoom> | null = null;
  drawn.onForget(() => {
    room = null;
  });
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
      const { gathered, args, end } = room;
      end.set(batches.first);
      args.set(emptyArgs);
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
        const drawnBefore = args[at + BATCH_ARGS.indexCount];
        const firstIndex = Math.min(args[at + BATCH_ARGS.firstIndex], end[batch]);
        const rowsBefore = args[at + BATCH_ARGS.rowCount];
        writeBatchArgs(args, draw, firstIndex, drawnBefore + count, rowsBefore + 1);
        end[batch] += count;
      }
      for (let batch = 0; batch < batches.count; batch++) {
        const first = batches.first[batch];
        drawn.touchList(place, first, end[batch] - first);
      }
      drawn.touchArgs(place, args.length);
    },
  };
}

const WORLD_KEY = pipelineKey({ form: FORM_WORLD });

export interface TranslucentChunks extends TranslucentDraws {
  readonly batches: TranslucentBatches;
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
  plan: ViewPlan,
  list: TranslucentRows,
): TranslucentChunks | null {
  const rowCount = translucentChunk.length;
  if (rowCount === 0) return null;
  const { chunks } = geometry.scene;
  const { slotCount } = list;
  const { drawn } = plan;
  const materialOf = (row: number) => chunks.material[translucentChunk[row]];
  const batches = buildTranslucentBatches(
    rowCount,
    (row) => materials.key[materialOf(row)],
    (row) => materials.textureGroup[materialOf(row)],
    (row) => chunks.indexCount[translucentChunk[row]],
  );
  const batchOf = new Map(
    [...translucentChunk].map((chunk, row) => [chunk, batches.rowBatch[row]]),
  );
  for (const key of batches.key) context.pipelines.get(key + WORLD_KEY);
  const emptyArgs = packEmptyArgs(batches, slotCount);
  const place = plan.add({
    kind: PART_PANES,
    set: NUMBER,
    rows: packChunkRows(
      chunks,
      materials.set,
      translucentChunk,
      (chunk) => batchOf.get(chunk) ?? 0,
      { firstIndexWord: geometry.firstIndexWord, leafLinkOf: (leaf) => list.leafLink[leaf] },
    ),
    rowBytes: CHUNK_ROW.strideBytes,
    clusters: chunks.clusters,
    indices: null,
    batches: batches.first,
    args: emptyArgs,
    listWords: batches.capacity,
    order: { nodes: list.nodes, batchCount: batches.count, slotCount, rowCount },
  });
  return {
    batches,
    place,
    onCpu: createChunkOrdering(
      geometry.scene,
      translucentChunk,
      { batches, emptyArgs },
      drawn,
      place,
    ),
    soft: boundRefracting(
      translucentChunk.filter((_, row) => isSoftKey(batches.key[batches.rowBatch[row]])),
      (chunk) => chunks.material[chunk],
      chunks,
    ),
    encodeSlot(encoder, slot, hasBehind) {
      encoder.setBindGroup(GROUP_SET, bindGroup);
      encoder.setVertexBuffer(0, geometry.buffer);
      drawn.bindIndices(encoder, place, batches.capacity);
      const first = drawn.argsOffset(place) + slot * batches.count * BATCH_ARGS_BYTES;
      for (let batch = 0; batch < batches.count; batch++) {
        const pipeline = context.pipelines.get(batches.key[batch] + WORLD_KEY);
        if (pipeline === null || (!hasBehind && isSoftKey(batches.key[batch]))) continue;
        encoder.setPipeline(pipeline);
        encoder.setBindGroup(GROUP_TEXTURES, materials.textureGroups[batches.textureGroup[batch]]);
        encoder.drawIndexedIndirect(drawn.buffer, first + batch * BATCH_ARGS_BYTES);
      }
    },
    count: (stats, words, start) => countBatchRows(stats, words, start, batches.count * slotCount),
    edges: {
      listWords: batches.capacity,
      vertices: geometry.buffer,
      rowCount: batches.count * slotCount,
    },
  };
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
