/**
 * Draws of particles of a view. Each chunk is a run of quads that the vertex shader builds. Runs are
 * sorted with other translucent surfaces: culling lists them like meshes of props, as vertices to
 * pull, each with the number of its run.
 */

import type { Chunks } from "../../map/world.ts";
import { cullBoxes } from "../../visibility/cull.ts";
import { CHUNK_ROW, paddedRows } from "../chunks/chunk-rows.ts";
import { GROUP_SET, GROUP_TEXTURES } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { DrawnBuffer, PartPlace } from "../cull/drawn-buffer.ts";
import type { DrawnView, DrawSet, TranslucentDraws, TranslucentRows } from "../draws/draw-set.ts";
import { setNumber } from "../draws/set-names.ts";
import type { MaterialTable } from "../materials/material-table.ts";
import { PROP_ROW } from "../props/prop-rows.ts";
import { PULLED_ARGS, packEmptyPulledArgs } from "../props/translucent-props.ts";
import { boundRefracting } from "../refraction/refracting-bounds.ts";
import { PART_BOXES, PART_MESHES } from "../shader-constants.ts";
import { isSoftKey, KIND_TRANSLUCENT, pipelineKey, withKeyPart } from "../surfaces/pipeline-key.ts";
import { addRow, type CpuOrdering } from "../translucent/cpu-order.ts";
import {
  buildTranslucentBatches,
  type OrderedBatches,
} from "../translucent/translucent-batches.ts";
import type { FrameStats } from "../types.ts";

/** Words per pulled vertex: the corner of a quad, and the row of its run. */
const VERTEX_WORDS = 2;
/** Larger than any LOD metric, and than any distance in a map. */
const UNLIMITED = 1e9;
const QUAD = [0, 1, 2, 0, 2, 3];

/** Runs of quads on the GPU, shared by all views. */
export interface QuadRuns {
  readonly name: "emitters" | "particles";
  /** `FORM_*` of the vertices. */
  readonly form: number;
  /** One a run; `indexCount` is six times its number of quads. */
  readonly chunks: Chunks;
  readonly materials: MaterialTable;
  /**
   * Creates bind group 1.
   * @param pulled vertices of a view
   */
  readonly bind: (pulled: GPUBufferBinding) => GPUBindGroup;
}

export function createQuadDraws(
  context: RenderContext,
  runs: QuadRuns,
  { filter, plan }: DrawnView,
): DrawSet {
  const { chunks, name } = runs;
  // All runs keep their rows, by which vertices name them.
  const isShown = Uint8Array.from({ length: chunks.count }, (_, run) =>
    filter === null || filter(chunks.clusters, chunks.firstCluster[run], chunks.clusterCount[run])
      ? 1
      : 0,
  );
  const hasAny = isShown.includes(1);
  // Nothing is drawn before the back-to-front list.
  const place = plan.add({
    kind: PART_BOXES,
    set: setNumber(name),
    rows: new Uint32Array(0),
    rowBytes: CHUNK_ROW.strideBytes,
    clusters: chunks.clusters,
    indices: null,
    batches: new Uint32Array(0),
    args: new Uint32Array(0),
    listWords: 0,
  });
  return {
    number: setNumber(name),
    place,
    pass: "translucent",
    isOn: (settings) => settings.sprites,
    onCpu: { cull: () => {} },
    encode: () => {},
    count: () => 0,
    edges: null,
    refracting: null,
    translucentRows: hasAny ? chunks.count : 0,
    createTranslucent: (list) =>
      hasAny ? createSortedQuads(context, runs, isShown, plan, list) : null,
  };
}

function createSortedQuads(
  context: RenderContext,
  { name, form, chunks, materials, bind }: QuadRuns,
  isShown: Uint8Array,
  plan: DrawnView["plan"],
  list: TranslucentRows,
): TranslucentDraws {
  const { drawn } = plan;
  const { slotCount } = list;
  const formKey = pipelineKey({ form });
  const batches = buildTranslucentBatches(
    chunks.count,
    (run) => withKeyPart(materials.key[chunks.material[run]], "kind", KIND_TRANSLUCENT) + formKey,
    (run) => materials.textureGroup[chunks.material[run]],
    (run) => chunks.indexCount[run] * isShown[run],
  );
  for (const key of batches.key) context.pipelines.get(key);
  // If the list exceeds the binding limit, the nearest runs are left out.
  const { maxStorageBufferBindingSize } = context.gpu.device.limits;
  const room = Math.floor(maxStorageBufferBindingSize / 2 / VERTEX_WORDS / 4);
  const capacity = Math.min(batches.capacity, room);
  const emptyArgs = packEmptyPulledArgs(batches.count * slotCount, batches.capacity);
  const place = plan.add({
    kind: PART_MESHES,
    set: setNumber(name),
    rows: packRuns(chunks, isShown),
    rowBytes: PROP_ROW.strideBytes,
    clusters: chunks.clusters,
    indices: listCorners(chunks),
    batches: batches.first,
    args: emptyArgs,
    listWords: capacity * VERTEX_WORDS,
    order: {
      nodes: list.nodes,
      meshes: packMeshes(chunks, batches.rowBatch, list.leafLink),
      batchCount: batches.count,
      slotCount,
      capacity,
      rowCount: chunks.count,
    },
  });
  let bindGroup: GPUBindGroup | null = null;
  const bindDraws = () =>
    bind({
      buffer: drawn.buffer,
      offset: drawn.listOffset(place),
      size: capacity * VERTEX_WORDS * 4,
    });
  return {
    place,
    onCpu: createQuadOrdering({
      ...{ number: setNumber(name), chunks, isShown, drawn, place, capacity },
      ordered: { batches, emptyArgs },
    }),
    soft: boundRefracting(
      Uint32Array.from({ length: chunks.count }, (_, run) => run).filter(
        (run) => isShown[run] === 1 && isSoftKey(batches.key[batches.rowBatch[run]]),
      ),
      (run) => chunks.material[run],
      chunks,
    ),
    encodeSlot(encoder, slot, hasBehind) {
      bindGroup ??= bindDraws();
      encoder.setBindGroup(GROUP_SET, bindGroup);
      for (let batch = 0; batch < batches.count; batch++) {
        const key = batches.key[batch];
        const pipeline = context.pipelines.get(key);
        if (pipeline === null || (!hasBehind && isSoftKey(key))) continue;
        encoder.setPipeline(pipeline);
        encoder.setBindGroup(GROUP_TEXTURES, materials.textureGroups[batches.textureGroup[batch]]);
        const row = slot * batches.count + batch;
        encoder.drawIndirect(drawn.buffer, drawn.argsOffset(place, row * PULLED_ARGS.strideWords));
      }
    },
    count: (stats, words, start) => countQuads(stats, words, start, batches.count * slotCount),
    edges: null,
  };
}

/** Adds the draws' quads to `stats`. Returns the number of draws that drew anything. */
function countQuads(stats: FrameStats, words: Uint32Array, start: number, rows: number): number {
  let draws = 0;
  for (let row = 0; row < rows; row++) {
    const vertices = words[start + row * PULLED_ARGS.strideWords + PULLED_ARGS.vertexCount];
    if (vertices === 0) continue;
    draws++;
    stats.triangles += vertices / 3;
    stats.sprites += vertices / QUAD.length;
  }
  return draws;
}

/** Packs `PropRow` rows. Hidden ones, and those that fill up a workgroup, have no LOD range. */
function packRuns({ count, box, firstCluster, clusterCount }: Chunks, isShown: Uint8Array) {
  const stride = PROP_ROW.strideBytes / 4;
  const words = new Uint32Array(paddedRows(count) * stride);
  const floats = new Float32Array(words.buffer);
  for (let run = 0; run < count; run++) {
    const at = run * stride;
    const mins = box.subarray(run * 6, run * 6 + 3);
    floats.set(mins, at + PROP_ROW.mins / 4);
    floats.set(box.subarray(run * 6 + 3, run * 6 + 6), at + PROP_ROW.maxs / 4);
    floats.set(mins, at + PROP_ROW.origin / 4);
    words[at + PROP_ROW.instance / 4] = run;
    floats[at + PROP_ROW.fadeMax / 4] = UNLIMITED;
    words[at + PROP_ROW.firstCluster / 4] = firstCluster[run];
    words[at + PROP_ROW.clusterCount / 4] = clusterCount[run];
    floats[at + PROP_ROW.lodEnd / 4] = isShown[run] * UNLIMITED;
  }
  return words;
}

/** Lists the corners of as many quads as the longest run has: four times the quad, plus the corner. */
function listCorners({ indexCount }: Chunks): Uint32Array {
  const longest = indexCount.reduce((most, own) => Math.max(most, own), 0);
  return Uint32Array.from(
    { length: longest },
    (_, i) => Math.floor(i / QUAD.length) * 4 + QUAD[i % QUAD.length],
  );
}

/** Packs the struct `TranslucentMesh` of `shaders/common/cull/order.wgsl`, padded like the rows. */
function packMeshes(
  { count, leaf, indexCount }: Chunks,
  rowBatch: Uint32Array,
  leafLink: Uint32Array,
): Uint32Array {
  const rows = new Uint32Array(paddedRows(count) * 4);
  for (let run = 0; run < count; run++) {
    rows.set([leafLink[leaf[run]], 0, indexCount[run], rowBatch[run]], run * 4);
  }
  return rows;
}

interface QuadOrder {
  readonly number: number;
  readonly chunks: Chunks;
  readonly isShown: Uint8Array;
  readonly drawn: DrawnBuffer;
  readonly place: PartPlace;
  readonly capacity: number;
  readonly ordered: OrderedBatches;
}

/** Culls and sorts runs on the CPU, for frames that the GPU does not cull. */
function createQuadOrdering(order: QuadOrder): CpuOrdering {
  const { number, chunks, isShown, drawn, place, capacity } = order;
  const { batches, emptyArgs } = order.ordered;
  const createRoom = () => ({
    found: new Uint32Array(chunks.count),
    gathered: drawn.listOf(place, capacity * VERTEX_WORDS),
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
      const { found } = room;
      const frustum = settings.frustum ? view.frustum : null;
      const count = cullBoxes(chunks, view.visible, frustum, found);
      for (let i = 0; i < count; i++) {
        const run = found[i];
        if (isShown[run] === 0) continue;
        addRow(rows, number, run, chunks.leaf[run], view, chunks.box, run * 6);
      }
    },
    gather(rows) {
      room ??= createRoom();
      const { gathered, args, end } = room;
      end.set(batches.first);
      args.set(emptyArgs);
      for (let i = 0; i < rows.count; i++) {
        const entry = rows.order[i];
        if (rows.set[entry] !== number) continue;
        const run = rows.row[entry];
        const batch = batches.rowBatch[run];
        const count = chunks.indexCount[run];
        if (end[batch] + count > capacity) continue;
        for (let index = 0; index < count; index++) {
          const at = (end[batch] + index) * VERTEX_WORDS;
          gathered[at] = Math.floor(index / QUAD.length) * 4 + QUAD[index % QUAD.length];
          gathered[at + 1] = run;
        }
        const at = (rows.slot[entry] * batches.count + batch) * PULLED_ARGS.strideWords;
        const firstBefore = args[at + PULLED_ARGS.firstVertex];
        args[at + PULLED_ARGS.firstVertex] = Math.min(firstBefore, end[batch]);
        args[at + PULLED_ARGS.vertexCount] += count;
        args[at + PULLED_ARGS.rowCount]++;
        end[batch] += count;
      }
      for (let batch = 0; batch < batches.count; batch++) {
        const first = batches.first[batch] * VERTEX_WORDS;
        drawn.touchList(place, first, end[batch] * VERTEX_WORDS - first);
      }
      drawn.touchArgs(place, args.length);
    },
  };
}
