/**
 * What a view draws back to front: what blends with what is behind it. The surfaces of all its draw
 * sets are put in order together: by the BSP's own order of leaves, then by distance.
 */

import { buildOwner, type Owner } from "../../gpu/resource-group.ts";
import type { LeafTree } from "../../map/tree.ts";
import { GROUP_FRAME } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import { TRANSLUCENT_SLOTS } from "../cull/cull-pipelines.ts";
import type { DrawSet, TranslucentDraws } from "../draws/draw-set.ts";
import { type RecordedDraws, recordDraws } from "../draws/recorded-draws.ts";
import type { RenderSettings } from "../types.ts";
import type { View } from "../views/view.ts";
import { createOrderedRows, type OrderedRows, orderRows, restartRows } from "./cpu-order.ts";

// The tree as the ordering shaders climb it: the struct `TreeNode` of `shaders/common/cull/order.wgsl`.

export const TREE_NODE = {
  plane: 0,
  link: 16,
  frontLeafs: 20,
  backLeafs: 24,
  strideBytes: 32,
} as const;

/** The root's link, and that of a leaf without a tree. */
const NO_LINK = 0xffffffff;

export interface TreeLinks {
  readonly nodes: Uint32Array<ArrayBuffer>;
  /** Of each leaf: its node's row times two, and one more on the node's back side. */
  readonly leafLink: Uint32Array;
}

function buildTreeLinks(tree: LeafTree): TreeLinks {
  const stride = TREE_NODE.strideBytes / 4;
  // Never empty: without a tree nothing links to the one node.
  const nodes = new Uint32Array(Math.max(1, tree.nodeCount) * stride);
  const floats = new Float32Array(nodes.buffer);
  const leafLink = new Uint32Array(tree.leafCount).fill(NO_LINK);
  const { nodeChildren, nodePlane } = tree;
  const nodeLink = new Uint32Array(tree.nodeCount).fill(NO_LINK);
  // Parents before children, so that the way back adds up the leaves.
  const order: number[] = tree.nodeCount > 0 ? [0] : [];
  for (const node of order) {
    for (let side = 0; side < 2; side++) {
      const child = nodeChildren[node * 2 + side];
      const link = node * 2 + side;
      if (child < 0) {
        leafLink[-1 - child] = link;
      } else {
        nodeLink[child] = link;
        order.push(child);
      }
    }
  }
  const leafTotal = new Uint32Array(tree.nodeCount);
  for (let i = order.length - 1; i >= 0; i--) {
    const node = order[i];
    const at = node * stride;
    floats.set(nodePlane.subarray(node * 4, node * 4 + 4), at + TREE_NODE.plane / 4);
    nodes[at + TREE_NODE.link / 4] = nodeLink[node];
    for (let side = 0; side < 2; side++) {
      const child = nodeChildren[node * 2 + side];
      const leafs = child < 0 ? 1 : leafTotal[child];
      nodes[at + TREE_NODE.frontLeafs / 4 + side] = leafs;
      leafTotal[node] += leafs;
    }
  }
  return { nodes, leafLink };
}

/** Words of the list's head: how many rows, and how many of them take a turn. */
const LIST_HEAD_WORDS = 2;
const LIST_ROW_WORDS = 4;

/** A set's part of the list. */
export interface TranslucentPart {
  readonly set: DrawSet;
  readonly draws: TranslucentDraws;
}

export interface TranslucentList extends Owner {
  readonly buffer: GPUBuffer;
  /** In the order of the sets; none: nothing is ever drawn back to front. */
  readonly parts: readonly TranslucentPart[];
  /** All that is listed. */
  readonly draws: RecordedDraws;
  /** Lists what is in view and brings it into order by the CPU; the draws are ready then. */
  readonly orderOnCpu: (view: View, settings: RenderSettings) => void;
  /** Frees the room that was taken for it, until it is asked for again. */
  readonly forgetOnCpu: () => void;
}

/** @throws GpuError `limit`; nothing is left behind then */
export function createTranslucentList(
  context: RenderContext,
  tree: LeafTree,
  sets: readonly DrawSet[],
  frame: GPUBindGroup,
): TranslucentList {
  const parts: TranslucentPart[] = [];
  const destroyParts = () => {
    for (const { draws } of parts) draws.destroy();
  };
  try {
    const list = buildOwner(context.gpu, (group) => {
      const links = buildTreeLinks(tree);
      const { STORAGE, COPY_DST } = GPUBufferUsage;
      const capacity = sets.reduce((rows, set) => rows + set.translucentRows, 0);
      const bytes = (LIST_HEAD_WORDS + capacity * LIST_ROW_WORDS) * 4;
      const usage = STORAGE | COPY_DST;
      const buffer = group.buffer("render/translucent-list", "world", usage, bytes);
      const nodes = group.bufferWith("render/tree-nodes", "world", STORAGE, links.nodes);
      // What is first in every slot needs no more than one.
      const hasTurns = sets.some((set) => set.number > 0 && set.translucentRows > 0);
      const slotCount = hasTurns ? TRANSLUCENT_SLOTS : 1;
      for (const set of sets) {
        const { leafLink } = links;
        const draws = set.createTranslucent({ buffer, capacity, nodes, leafLink, slotCount });
        if (draws !== null) parts.push({ set, draws });
      }
      let rows: OrderedRows | null = null;
      return {
        buffer,
        parts,
        orderOnCpu(view: View, settings: RenderSettings) {
          if (parts.length === 0) return;
          rows ??= createOrderedRows(capacity, tree);
          restartRows(rows, tree, view);
          for (const { set, draws } of parts) {
            if (set.isOn(settings)) draws.onCpu.list(rows, view, settings);
          }
          orderRows(rows, slotCount);
          for (const { draws } of parts) draws.onCpu.gather(rows);
        },
        forgetOnCpu() {
          rows = null;
          for (const { draws } of parts) draws.onCpu.forget();
        },
        draws: recordDraws(context, "render/translucent", (encoder) => {
          encoder.setBindGroup(GROUP_FRAME, frame);
          for (let slot = 0; slot < slotCount; slot++) {
            for (const { draws } of parts) draws.encodeSlot(encoder, slot);
          }
        }),
      };
    });
    return {
      ...list,
      destroy() {
        destroyParts();
        list.destroy();
      },
    };
  } catch (error) {
    destroyParts();
    throw error;
  }
}

/** Empties the list; before the compute pass that fills it. */
export function encodeListReset(
  encoder: GPUCommandEncoder,
  { buffer, parts }: TranslucentList,
): void {
  encoder.clearBuffer(buffer, 0, LIST_HEAD_WORDS * 4);
  for (let i = 0; i < parts.length; i++) {
    const { draws } = parts[i];
    encoder.copyBufferToBuffer(draws.emptyArgs, 0, draws.args, 0, draws.args.size);
  }
}

/** Lists what is in view; the view's own groups are bound. */
export function encodeOrder(
  pass: GPUComputePassEncoder,
  { parts }: TranslucentList,
  settings: RenderSettings,
): void {
  for (let i = 0; i < parts.length; i++) {
    if (parts[i].set.isOn(settings)) parts[i].draws.encodeOrder(pass);
  }
}

/** Brings what is listed into the order in which it is drawn. */
export function encodeOrderCompaction(
  pass: GPUComputePassEncoder,
  { parts }: TranslucentList,
  settings: RenderSettings,
): void {
  for (let i = 0; i < parts.length; i++) {
    if (parts[i].set.isOn(settings)) parts[i].draws.encodeCompaction(pass);
  }
}
