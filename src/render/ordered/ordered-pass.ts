/**
 * The translucent pass: what blends with what is behind it, farthest first. World chunks and props
 * are put in order together: by the BSP's own order of leaves, then by distance.
 */

import { buildOwner, type Owner } from "../../gpu/resource-group.ts";
import { GROUP_FRAME } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { MaterialTable } from "../materials/material-table.ts";
import type { PropDraws } from "../props/prop-pass.ts";
import type { WorldDraws, WorldGeometry } from "../world/world-pass.ts";
import {
  createOrderedChunks,
  encodeChunkOrder,
  encodeOrderedCompaction,
  encodeOrderedSlot,
  type OrderedChunks,
} from "./ordered-chunks.ts";
import {
  createOrderedProps,
  encodePropOrder,
  encodePropPull,
  encodePulledSlot,
  type OrderedProps,
} from "./ordered-props.ts";
import { buildTreeLinks } from "./tree-links.ts";

/** Words of the list's head: how many rows, and how many of them are props. */
const LIST_HEAD_WORDS = 2;
const LIST_ROW_WORDS = 4;

export interface OrderedDraws extends Owner {
  /** Rows that the list has room for; 0: nothing is ever drawn in order. */
  readonly capacity: number;
  readonly list: GPUBuffer;
  readonly chunks: OrderedChunks;
  /** null: no props among them. */
  readonly props: OrderedProps | null;
  bundles: readonly GPURenderBundle[];
}

/** @throws GpuError `limit` */
export function createOrderedDraws(
  context: RenderContext,
  geometry: WorldGeometry,
  materials: MaterialTable,
  world: WorldDraws,
  props: PropDraws | null,
): OrderedDraws {
  const { gpu } = context;
  return buildOwner(gpu, (group) => {
    const { orderedChunk } = world.batches;
    const links = buildTreeLinks(geometry.scene.tree);
    const { STORAGE, COPY_DST } = GPUBufferUsage;
    const nodes = group.bufferWith("render/tree-nodes", "world", STORAGE, links.nodes);
    const propCount = props === null ? 0 : props.batches.orderedDraw.length;
    const capacity = orderedChunk.length + propCount;
    const list = group.buffer(
      "render/ordered-list",
      "world",
      STORAGE | COPY_DST,
      (LIST_HEAD_WORDS + capacity * LIST_ROW_WORDS) * 4,
    );
    const chunks = createOrderedChunks(
      group,
      context,
      geometry,
      materials,
      orderedChunk,
      links,
      nodes,
      list,
      propCount > 0,
    );
    const orderedProps =
      props === null ? null : createOrderedProps(group, context, props, links, nodes, list);
    return { capacity, list, chunks, props: orderedProps, bundles: [] };
  });
}

/** Records with the pipelines that are ready. */
export function recordOrdered(
  context: RenderContext,
  geometry: WorldGeometry,
  materials: MaterialTable,
  draws: OrderedDraws,
  world: WorldDraws,
  props: PropDraws | null,
  frame: GPUBindGroup,
): void {
  if (draws.capacity === 0) return;
  const encoder = context.gpu.device.createRenderBundleEncoder({
    label: "render/translucent",
    ...context.targetLayout,
  });
  encodeOrdered(encoder, context, draws, geometry, world, materials, props, frame);
  draws.bundles = [encoder.finish({ label: "render/translucent" })];
}

/** Empties the lists; before the compute pass that fills them. */
export function encodeOrderReset(
  encoder: GPUCommandEncoder,
  { list, chunks, props }: OrderedDraws,
) {
  encoder.clearBuffer(list, 0, LIST_HEAD_WORDS * 4);
  encoder.copyBufferToBuffer(chunks.emptyArgs, 0, chunks.args, 0, chunks.args.size);
  if (props === null) return;
  encoder.copyBufferToBuffer(props.emptyArgs, 0, props.args, 0, props.args.size);
}

/** Lists what is in view; the view's own groups are bound. */
export function encodeOrder(
  pass: GPUComputePassEncoder,
  context: RenderContext,
  ordered: OrderedDraws,
  withProps: boolean,
): void {
  if (ordered.chunks.sets.count > 0) encodeChunkOrder(pass, context, ordered.chunks);
  if (ordered.props !== null && withProps) encodePropOrder(pass, context, ordered.props);
}

/** Brings what is listed into the order in which it is drawn. */
export function encodeOrderCompaction(
  pass: GPUComputePassEncoder,
  context: RenderContext,
  { chunks, props, capacity }: OrderedDraws,
  withProps: boolean,
): void {
  if (chunks.sets.count > 0) encodeOrderedCompaction(pass, context, chunks, capacity);
  if (props !== null && withProps) encodePropPull(pass, context, props, capacity);
}

/** Draws what is listed. */
export function encodeOrdered(
  encoder: GPURenderCommandsMixin & GPUBindingCommandsMixin,
  context: RenderContext,
  ordered: Pick<OrderedDraws, "chunks" | "props">,
  geometry: WorldGeometry,
  world: WorldDraws,
  materials: MaterialTable,
  props: PropDraws | null,
  frame: GPUBindGroup,
): void {
  encoder.setBindGroup(GROUP_FRAME, frame);
  for (let slot = 0; slot < ordered.chunks.slotCount; slot++) {
    encodeOrderedSlot(encoder, context, ordered.chunks, geometry, world, materials, slot);
    if (ordered.props !== null && props !== null) {
      encodePulledSlot(encoder, context, ordered.props, props, slot);
    }
  }
}
