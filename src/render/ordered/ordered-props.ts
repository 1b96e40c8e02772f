/**
 * The meshes of props that are drawn back to front. Each has its own model, so their vertices are
 * listed one after the other and the vertex shader pulls them: one draw for all that share textures.
 */

import type { ResourceGroup } from "../../gpu/resource-group.ts";
import type { PropSet } from "../../map/props.ts";
import { GROUP_SET, GROUP_TEXTURES } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import { bindBuffers } from "../context/storage-group.ts";
import { GROUP_ROWS, ORDERED_SLOTS } from "../cull/cull-pipelines.ts";
import { FORM_PULLED_PROPS, pipelineKey } from "../materials/pipeline-key.ts";
import type { PropDraws } from "../props/prop-pass.ts";
import { packPropRows } from "../props/prop-rows.ts";
import { CULL_GROUP_SIZE } from "../shader-constants.ts";
import { paddedRows } from "../world/chunk-rows.ts";
import { bindSetStarts, buildOrderedSets, type OrderedSets } from "./ordered-sets.ts";
import type { TreeLinks } from "./tree-links.ts";

/** Words of a set's draw: those of an indirect draw, then how many meshes it holds. */
export const PULLED_ARGS_WORDS = 5;

/** `maxComputeWorkgroupsPerDimension` of every device. */
const MAX_WORKGROUPS = 65535;

export interface OrderedProps {
  readonly rowCount: number;
  readonly sets: OrderedSets;
  readonly groupCount: number;
  /** For each slot a row a set. */
  readonly args: GPUBuffer;
  readonly emptyArgs: GPUBuffer;
  readonly orderGroup: GPUBindGroup;
  readonly compactGroup: GPUBindGroup;
  readonly drawGroup: GPUBindGroup;
}

/** null: none of the props is drawn in order. */
export function createOrderedProps(
  group: ResourceGroup,
  context: RenderContext,
  props: PropDraws,
  links: TreeLinks,
  nodes: GPUBuffer,
  list: GPUBuffer,
): OrderedProps | null {
  const { device, limits } = { device: context.gpu.device, limits: context.gpu.device.limits };
  const { layouts } = context.cull;
  const { geometry, batches } = props;
  const { set, materials } = geometry;
  const { orderedInstance, orderedDraw } = batches;
  const rowCount = orderedDraw.length;
  if (rowCount === 0) return null;
  const materialOf = (row: number) => set.drawMaterial[orderedDraw[row]];
  const sets = buildOrderedSets(
    rowCount,
    (row) => materials.key[materialOf(row)],
    (row) => materials.textureGroup[materialOf(row)],
    (row) => set.drawIndexCount[orderedDraw[row]],
  );
  const { STORAGE, INDIRECT, COPY_SRC, COPY_DST } = GPUBufferUsage;
  const filled = (name: string, usage: number, data: ArrayBufferView) =>
    group.bufferWith(`render/ordered-${name}`, "props", usage, data);
  const rows = filled(
    "prop-rows",
    STORAGE,
    packPropRows(
      set,
      orderedInstance,
      (row) => row,
      (row) => set.drawLod[orderedDraw[row]],
    ),
  );
  const meshes = filled("meshes", STORAGE, packMeshes(set, props, sets, links));
  // Beyond what a binding may hold, the nearest are left out by the shader.
  const pulledBytes = Math.min(sets.capacity * 8, limits.maxStorageBufferBindingSize);
  const pulled = group.buffer("render/ordered-pulled", "props", STORAGE, pulledBytes);
  const setFirst = filled("set-first-vertex", STORAGE, sets.first);
  const empty = packEmptyArgs(sets);
  const args = filled("pulled-args", STORAGE | INDIRECT | COPY_SRC | COPY_DST, empty);
  const sources = filled("sources", STORAGE, packSources(set, props));
  return {
    rowCount,
    sets,
    groupCount: paddedRows(rowCount) / CULL_GROUP_SIZE,
    args,
    emptyArgs: filled("pulled-empty-args", COPY_SRC, empty),
    orderGroup: bindBuffers(device, "render/order-props", layouts.orderProps, [
      ...[rows, geometry.clusters, meshes, null, nodes, list],
    ]),
    compactGroup: bindBuffers(device, "render/pull-props", layouts.compactOrdered, [
      ...[meshes, list, geometry.indices, bindSetStarts(sets, setFirst), pulled, args],
    ]),
    drawGroup: bindBuffers(device, "render/pulled-props", context.shared.layouts.pulledProps, [
      ...[materials.rows, geometry.instances, geometry.bones, geometry.bakedLight],
      ...[geometry.worldLights.buffer, geometry.vertices, pulled, sources],
    ]),
  };
}

/** The struct `OrderedMesh` of `shaders/order-props.wgsl`, a row each; filled up as the rows are. */
function packMeshes(
  set: PropSet,
  { batches }: PropDraws,
  sets: OrderedSets,
  links: TreeLinks,
): Uint32Array {
  const { orderedInstance, orderedDraw } = batches;
  const words = new Uint32Array(paddedRows(orderedDraw.length) * 4);
  orderedDraw.forEach((draw, row) => {
    const leafLink = links.leafLink[set.instanceLeaf[orderedInstance[row]]];
    const { drawFirstIndex, drawIndexCount } = set;
    words.set([leafLink, drawFirstIndex[draw], drawIndexCount[draw], sets.rowSet[row]], row * 4);
  });
  return words;
}

/** `sources` of `shaders/props.wgsl`: instance, first bone and material of each row. */
function packSources(set: PropSet, { batches }: PropDraws): Uint32Array {
  const { orderedInstance, orderedDraw } = batches;
  const words = new Uint32Array(orderedDraw.length * 4);
  orderedDraw.forEach((draw, row) => {
    const firstBone = set.variantFirstBone[set.drawVariant[draw]];
    words.set([orderedInstance[row], firstBone, set.drawMaterial[draw]], row * 4);
  });
  return words;
}

function packEmptyArgs(sets: OrderedSets): Uint32Array {
  const args = new Uint32Array(sets.count * ORDERED_SLOTS * PULLED_ARGS_WORDS);
  for (let at = 0; at < args.length; at += PULLED_ARGS_WORDS) args.set([0, 1, sets.capacity], at);
  return args;
}

/** The view's own groups are bound. */
export function encodePropOrder(
  pass: GPUComputePassEncoder,
  context: RenderContext,
  ordered: OrderedProps,
): void {
  pass.setPipeline(context.cull.orderProps);
  pass.setBindGroup(GROUP_ROWS, ordered.orderGroup);
  pass.dispatchWorkgroups(ordered.groupCount);
}

/** @param entries rows of the list at most, chunks among them */
export function encodePropPull(
  pass: GPUComputePassEncoder,
  context: RenderContext,
  ordered: OrderedProps,
  entries: number,
): void {
  pass.setPipeline(context.cull.pullProps);
  pass.setBindGroup(0, ordered.compactGroup);
  // A dispatch has only so many workgroups each way.
  const columns = Math.min(entries, MAX_WORKGROUPS);
  pass.dispatchWorkgroups(columns, Math.ceil(entries / columns));
}

const PULLED_KEY = pipelineKey({ form: FORM_PULLED_PROPS });

/** Draws the props of a slot. The frame's group is bound. */
export function encodePulledSlot(
  encoder: GPURenderCommandsMixin & GPUBindingCommandsMixin,
  context: RenderContext,
  ordered: OrderedProps,
  props: PropDraws,
  slot: number,
): void {
  const { sets } = ordered;
  const { textureGroups } = props.geometry.materials;
  encoder.setBindGroup(GROUP_SET, ordered.drawGroup);
  for (let set = 0; set < sets.count; set++) {
    const pipeline = context.pipelines.get(sets.key[set] + PULLED_KEY);
    if (pipeline === null) continue;
    encoder.setPipeline(pipeline);
    encoder.setBindGroup(GROUP_TEXTURES, textureGroups[sets.textureGroup[set]]);
    encoder.drawIndirect(ordered.args, (slot * sets.count + set) * PULLED_ARGS_WORDS * 4);
  }
}
