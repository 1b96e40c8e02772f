/**
 * Meshes of props that are drawn back to front. Each belongs to another model, so their vertices
 * are listed in sequence and the vertex shader pulls them: one draw for all meshes that share
 * textures.
 */

import { buildOwner } from "../../gpu/resource-group.ts";
import {
  MATERIAL_HALF_LAMBERT,
  MATERIAL_VERTEX_LIT,
  type MaterialSet,
} from "../../map/material.ts";
import type { PropSet } from "../../map/props.ts";
import { cullBoxes, pickRows } from "../../visibility/cull.ts";
import { paddedRows } from "../chunks/chunk-rows.ts";
import { GROUP_SET, GROUP_TEXTURES } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import { bindBuffers } from "../context/storage-group.ts";
import type { ViewPlan } from "../cull/cull-table.ts";
import type { DrawnBuffer, PartPlace } from "../cull/drawn-buffer.ts";
import type { TranslucentDraws, TranslucentRows } from "../draws/draw-set.ts";
import { setNumber } from "../draws/set-names.ts";
import { boundRefracting, type RefractingBounds } from "../refraction/refracting-bounds.ts";
import { PART_MESHES, PROP_DRAW_FLAGS_SHIFT } from "../shader-constants.ts";
import { FORM_PULLED_PROPS, isSoftKey, pipelineKey } from "../surfaces/pipeline-key.ts";
import { addRow, type CpuOrdering } from "../translucent/cpu-order.ts";
import {
  buildTranslucentBatches,
  type OrderedBatches,
  type TranslucentBatches,
} from "../translucent/translucent-batches.ts";
import type { FrameStats } from "../types.ts";
import { chooseInstanceLod } from "./gather-instances.ts";
import type { PropBatches } from "./prop-batches.ts";
import type { PropGeometry, WorldLightBuffer } from "./prop-geometry.ts";
import { PROP_ROW, packPropRows } from "./prop-rows.ts";

const FLAGS = MATERIAL_VERTEX_LIT | MATERIAL_HALF_LAMBERT;

/** Packs the vertex data of a prop's draw: the row of its material, and flags for lamp light. */
export function propDrawWord({ flags }: MaterialSet, material: number): number {
  return (material | ((flags[material] & FLAGS) << PROP_DRAW_FLAGS_SHIFT)) >>> 0;
}

// Arguments of a pulled draw: an indirect draw's words, then the number of its meshes.

export const PULLED_ARGS = {
  vertexCount: 0,
  instanceCount: 1,
  firstVertex: 2,
  firstInstance: 3,
  rowCount: 4,
  strideWords: 5,
} as const;

/** @param end end of the list: the initial first vertex, since shaders keep the minimum */
export function packEmptyPulledArgs(rows: number, end: number): Uint32Array<ArrayBuffer> {
  const args = new Uint32Array(rows * PULLED_ARGS.strideWords);
  for (let at = 0; at < args.length; at += PULLED_ARGS.strideWords) {
    args[at + PULLED_ARGS.instanceCount] = 1;
    args[at + PULLED_ARGS.firstVertex] = end;
  }
  return args;
}

/** Adds the rows' counts to `stats`. Returns the number of rows that drew anything. */
function countPulledRows(
  stats: FrameStats,
  words: Uint32Array,
  start: number,
  rows: number,
): number {
  let draws = 0;
  for (let row = 0; row < rows; row++) {
    const at = start + row * PULLED_ARGS.strideWords;
    const vertices = words[at + PULLED_ARGS.vertexCount];
    if (vertices === 0) continue;
    draws++;
    stats.props += words[at + PULLED_ARGS.rowCount];
    stats.triangles += vertices / 3;
  }
  stats.propDraws += draws;
  return draws;
}

// CPU sorting of the props' translucent meshes: see `CpuOrdering`.

const NUMBER = setNumber("props");
/** Words per pulled vertex: the vertex and its row. */
const VERTEX_WORDS = 2;

/** @param capacity vertices that fit; meshes that do not are left out */
function createPulledOrdering(
  { set, cullable }: PropGeometry,
  { translucentInstance, translucentDraw }: PropBatches,
  { batches, emptyArgs }: OrderedBatches,
  capacity: number,
  drawn: DrawnBuffer,
  place: PartPlace,
): CpuOrdering {
  const createRoom = () => ({
    cullable: pickRows(cullable, translucentInstance),
    found: new Uint32Array(translucentInstance.length),
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
      const count = cullBoxes(room.cullable, view.visible, frustum, found);
      for (let i = 0; i < count; i++) {
        const row = found[i];
        const instance = translucentInstance[row];
        if (chooseInstanceLod(set, instance, view) !== set.drawLod[translucentDraw[row]]) continue;
        addRow(rows, NUMBER, row, set.instanceLeaf[instance], view, set.instanceBox, instance * 6);
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
        const row = rows.row[entry];
        const batch = batches.rowBatch[row];
        const first = set.drawFirstIndex[translucentDraw[row]];
        const count = set.drawIndexCount[translucentDraw[row]];
        if (end[batch] + count > capacity) continue;
        for (let index = 0; index < count; index++) {
          const at = (end[batch] + index) * VERTEX_WORDS;
          gathered[at] = set.indices[first + index];
          gathered[at + 1] = row;
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

const PULLED_KEY = pipelineKey({ form: FORM_PULLED_PROPS });

/** Returns `null` if none of the view's props is translucent. */
export function createTranslucentProps(
  context: RenderContext,
  geometry: PropGeometry,
  lamps: WorldLightBuffer,
  propBatches: PropBatches,
  plan: ViewPlan,
  list: TranslucentRows,
): TranslucentDraws | null {
  const { translucentInstance, translucentDraw } = propBatches;
  const { device } = context.gpu;
  const { set, materials } = geometry;
  const { slotCount } = list;
  const { drawn } = plan;
  const rowCount = translucentDraw.length;
  if (rowCount === 0) return null;
  const materialOf = (row: number) => set.drawMaterial[translucentDraw[row]];
  const batches = buildTranslucentBatches(
    rowCount,
    (row) => materials.key[materialOf(row)],
    (row) => materials.textureGroup[materialOf(row)],
    (row) => set.drawIndexCount[translucentDraw[row]],
  );
  for (const key of batches.key) context.pipelines.get(key + PULLED_KEY);
  const leafLinkOf = (row: number) => list.leafLink[set.instanceLeaf[translucentInstance[row]]];
  const meshes = packMeshes(set, translucentDraw, batches, leafLinkOf);
  // If the list exceeds the binding limit, the nearest meshes are left out.
  const room = Math.floor(device.limits.maxStorageBufferBindingSize / 2 / VERTEX_WORDS / 4);
  const capacity = Math.min(batches.capacity, room);
  const emptyArgs = packEmptyPulledArgs(batches.count * slotCount, batches.capacity);
  const place = plan.add({
    kind: PART_MESHES,
    set: NUMBER,
    rows: packPropRows(
      set,
      translucentInstance,
      (row) => row,
      (row) => set.drawLod[translucentDraw[row]],
    ),
    rowBytes: PROP_ROW.strideBytes,
    clusters: set.clusters,
    indices: meshes.indices,
    batches: batches.first,
    args: emptyArgs,
    listWords: capacity * VERTEX_WORDS,
    order: {
      ...{ nodes: list.nodes, meshes: meshes.rows, batchCount: batches.count, slotCount },
      ...{ capacity, rowCount },
    },
  });
  return buildOwner(context.gpu, (group) => {
    const sources = group.bufferWith(
      "render/translucent-sources",
      "props",
      GPUBufferUsage.STORAGE,
      packSources(set, translucentInstance, translucentDraw),
    );
    let drawGroup: GPUBindGroup | null = null;
    /** Binds the list, which exists when the table is built. */
    const bindDraws = () =>
      bindBuffers(device, "render/pulled-props", context.shared.layouts.pulledProps, [
        ...[materials.rows, geometry.instances, geometry.bones, lamps.baked],
        ...[lamps.buffer, geometry.vertices],
        {
          buffer: drawn.buffer,
          offset: drawn.listOffset(place),
          size: capacity * VERTEX_WORDS * 4,
        },
        sources,
      ]);
    return {
      place,
      onCpu: createPulledOrdering(
        geometry,
        propBatches,
        { batches, emptyArgs },
        capacity,
        drawn,
        place,
      ),
      soft: boundSoft(set, propBatches, batches),
      encodeSlot(encoder, slot, hasBehind) {
        drawGroup ??= bindDraws();
        encoder.setBindGroup(GROUP_SET, drawGroup);
        for (let batch = 0; batch < batches.count; batch++) {
          const pipeline = context.pipelines.get(batches.key[batch] + PULLED_KEY);
          if (pipeline === null || (!hasBehind && isSoftKey(batches.key[batch]))) continue;
          encoder.setPipeline(pipeline);
          const textures = materials.textureGroups[batches.textureGroup[batch]];
          encoder.setBindGroup(GROUP_TEXTURES, textures);
          const row = slot * batches.count + batch;
          encoder.drawIndirect(
            drawn.buffer,
            drawn.argsOffset(place, row * PULLED_ARGS.strideWords),
          );
        }
      },
      count: (stats, words, start) =>
        countPulledRows(stats, words, start, batches.count * slotCount),
      edges: null,
    } satisfies Omit<TranslucentDraws, "destroy">;
  });
}

/** @param materialOf material of each instance that is bounded */
export function boundInstances(
  set: PropSet,
  materialOf: ReadonlyMap<number, number>,
): RefractingBounds | null {
  const instances = Uint32Array.from(materialOf.keys());
  return boundRefracting(instances, (instance) => materialOf.get(instance)!, {
    box: set.instanceBox,
    clusters: set.clusters,
    firstCluster: set.instanceFirstCluster,
    clusterCount: set.instanceClusterCount,
  });
}

/** Bounds the instances with draws that read the depth behind them. */
function boundSoft(
  set: PropSet,
  { translucentInstance, translucentDraw }: PropBatches,
  { key, rowBatch }: TranslucentBatches,
): RefractingBounds | null {
  const materialOf = new Map<number, number>();
  translucentInstance.forEach((instance, row) => {
    if (!isSoftKey(key[rowBatch[row]])) return;
    materialOf.set(instance, set.drawMaterial[translucentDraw[row]]);
  });
  return boundInstances(set, materialOf);
}

/**
 * Packs the struct `TranslucentMesh` of `shaders/common/cull/order.wgsl`, padded like the rows, and
 * the index list that it refers to.
 */
function packMeshes(
  set: PropSet,
  translucentDraw: Uint32Array,
  batches: TranslucentBatches,
  leafLinkOf: (row: number) => number,
): { readonly rows: Uint32Array; readonly indices: Uint32Array } {
  const { drawFirstIndex, drawIndexCount } = set;
  const firstOf = new Map<number, number>();
  let length = 0;
  for (const draw of translucentDraw) {
    if (firstOf.has(draw)) continue;
    firstOf.set(draw, length);
    length += drawIndexCount[draw];
  }
  const indices = new Uint32Array(length);
  for (const [draw, first] of firstOf) {
    const from = drawFirstIndex[draw];
    indices.set(set.indices.subarray(from, from + drawIndexCount[draw]), first);
  }
  const rows = new Uint32Array(paddedRows(translucentDraw.length) * 4);
  translucentDraw.forEach((draw, row) => {
    const mesh = [leafLinkOf(row), firstOf.get(draw)!, drawIndexCount[draw]];
    rows.set([...mesh, batches.rowBatch[row]], row * 4);
  });
  return { rows, indices };
}

/** Packs `sources` of `shaders/surfaces/props.wgsl`: instance and material of each row. */
function packSources(
  set: PropSet,
  translucentInstance: Uint32Array,
  translucentDraw: Uint32Array,
): Uint32Array {
  const words = new Uint32Array(translucentDraw.length * 2);
  translucentDraw.forEach((draw, row) => {
    words[row * 2] = translucentInstance[row];
    words[row * 2 + 1] = propDrawWord(set.materials, set.drawMaterial[draw]);
  });
  return words;
}
