/** The world's chunks that are drawn back to front: their rows, lists and draws. */

import type { ResourceGroup } from "../../gpu/resource-group.ts";
import { GROUP_SET, GROUP_TEXTURES } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import { bindBuffers } from "../context/storage-group.ts";
import { GROUP_ROWS, ORDERED_SLOTS } from "../cull/cull-pipelines.ts";
import type { MaterialTable } from "../materials/material-table.ts";
import { FORM_WORLD, pipelineKey } from "../materials/pipeline-key.ts";
import { CULL_GROUP_SIZE } from "../shader-constants.ts";
import { BATCH_ARGS, BATCH_ARGS_BYTES, writeBatchArgs } from "../world/batch-args.ts";
import { packChunkRows, paddedRows } from "../world/chunk-rows.ts";
import type { WorldDraws, WorldGeometry } from "../world/world-pass.ts";
import { bindSetStarts, buildOrderedSets, type OrderedSets } from "./ordered-sets.ts";
import type { TreeLinks } from "./tree-links.ts";

export interface OrderedChunks {
  readonly sets: OrderedSets;
  readonly groupCount: number;
  readonly indices: GPUBuffer;
  /** For each slot a row a set, see `BATCH_ARGS`. */
  readonly args: GPUBuffer;
  /** What `args` is before anything is counted. */
  readonly emptyArgs: GPUBuffer;
  readonly orderGroup: GPUBindGroup;
  readonly compactGroup: GPUBindGroup;
  readonly slotCount: number;
}

/**
 * @param list what `shaders/order-world.wgsl` fills
 * @param hasProps whether props are drawn between the chunks
 */
export function createOrderedChunks(
  group: ResourceGroup,
  context: RenderContext,
  geometry: WorldGeometry,
  materials: MaterialTable,
  chunkList: Uint32Array,
  links: TreeLinks,
  nodes: GPUBuffer,
  list: GPUBuffer,
  hasProps: boolean,
): OrderedChunks {
  const { device } = context.gpu;
  const { layouts } = context.cull;
  const { chunks } = geometry.scene;
  const materialOf = (row: number) => chunks.material[chunkList[row]];
  const sets = buildOrderedSets(
    chunkList.length,
    (row) => materials.key[materialOf(row)],
    (row) => materials.textureGroup[materialOf(row)],
    (row) => chunks.indexCount[chunkList[row]],
  );
  const setOfChunk = new Map([...chunkList].map((chunk, row) => [chunk, sets.rowSet[row]]));
  const { STORAGE, INDEX, INDIRECT, COPY_SRC, COPY_DST } = GPUBufferUsage;
  const filled = (name: string, usage: number, data: ArrayBufferView) =>
    group.bufferWith(`render/ordered-${name}`, "world", usage, data);
  const rowWords = packChunkRows(
    chunks,
    materials.set,
    chunkList,
    (chunk) => setOfChunk.get(chunk) ?? 0,
    (leaf) => links.leafLink[leaf],
  );
  const rows = filled("chunk-rows", STORAGE, rowWords);
  const slotCount = hasProps ? ORDERED_SLOTS : 1;
  const empty = packEmptyArgs(sets, slotCount);
  const usage = INDEX | STORAGE | COPY_SRC;
  const indices = group.buffer("render/ordered-indices", "world", usage, sets.capacity * 4);
  const args = filled("args", STORAGE | INDIRECT | COPY_SRC | COPY_DST, empty);
  const setFirst = filled("set-first-index", STORAGE, sets.first);
  return {
    sets,
    groupCount: paddedRows(chunkList.length) / CULL_GROUP_SIZE,
    indices,
    args,
    emptyArgs: filled("empty-args", COPY_SRC, empty),
    orderGroup: bindBuffers(device, "render/order-world", layouts.orderWorld, [
      ...[rows, geometry.clusters, geometry.indices, geometry.vertices, nodes, list],
    ]),
    compactGroup: bindBuffers(device, "render/compact-ordered", layouts.compactOrdered, [
      ...[rows, list, geometry.indices, bindSetStarts(sets, setFirst), indices, args],
    ]),
    slotCount,
  };
}

/** Nothing counted; the first index, of which the least is kept, is the list's end. */
function packEmptyArgs(sets: OrderedSets, slotCount: number): Uint32Array {
  const args = new Uint32Array(sets.count * slotCount * BATCH_ARGS.strideWords);
  for (let row = 0; row < sets.count * slotCount; row++) {
    writeBatchArgs(args, row, sets.capacity, 0, 0);
  }
  return args;
}

/** The view's own groups are bound. */
export function encodeChunkOrder(
  pass: GPUComputePassEncoder,
  context: RenderContext,
  ordered: OrderedChunks,
): void {
  pass.setPipeline(context.cull.orderWorld);
  pass.setBindGroup(GROUP_ROWS, ordered.orderGroup);
  pass.dispatchWorkgroups(ordered.groupCount);
}

/** @param entries rows of the list at most, props among them */
export function encodeOrderedCompaction(
  pass: GPUComputePassEncoder,
  context: RenderContext,
  ordered: OrderedChunks,
  entries: number,
): void {
  pass.setPipeline(context.cull.compactOrdered[ordered.slotCount > 1 ? 1 : 0]);
  pass.setBindGroup(0, ordered.compactGroup);
  pass.dispatchWorkgroups(Math.ceil(entries / CULL_GROUP_SIZE));
}

const WORLD_KEY = pipelineKey({ form: FORM_WORLD });

/** Draws the chunks of a slot. The frame's group is bound. */
export function encodeOrderedSlot(
  encoder: GPURenderCommandsMixin & GPUBindingCommandsMixin,
  context: RenderContext,
  ordered: OrderedChunks,
  geometry: WorldGeometry,
  world: WorldDraws,
  materials: MaterialTable,
  slot: number,
): void {
  const { sets } = ordered;
  if (sets.count === 0) return;
  encoder.setBindGroup(GROUP_SET, world.bindGroup);
  encoder.setVertexBuffer(0, geometry.vertices);
  encoder.setIndexBuffer(ordered.indices, "uint32");
  for (let set = 0; set < sets.count; set++) {
    const pipeline = context.pipelines.get(sets.key[set] + WORLD_KEY);
    if (pipeline === null) continue;
    encoder.setPipeline(pipeline);
    encoder.setBindGroup(GROUP_TEXTURES, materials.textureGroups[sets.textureGroup[set]]);
    encoder.drawIndexedIndirect(ordered.args, (slot * sets.count + set) * BATCH_ARGS_BYTES);
  }
}
