/**
 * Back-to-front draws of a view. The translucent surfaces of all its draw sets are sorted together:
 * first by the BSP tree's order of leaves, then by distance.
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

// The BSP tree for the ordering shaders: the struct `TreeNode` of `shaders/common/cull/order.wgsl`.

export const TREE_NODE = {
  plane: 0,
  link: 16,
  frontLeafs: 20,
  backLeafs: 24,
  strideBytes: 32,
} as const;

/** Link of the root, and of leaves without a tree. */
const NO_LINK = 0xffffffff;

export interface TreeLinks {
  readonly nodes: Uint32Array<ArrayBuffer>;
  /** Link of each leaf: its node's row times two, plus one on the node's back side. */
  readonly leafLink: Uint32Array;
}

function buildTreeLinks(tree: LeafTree): TreeLinks {
  const stride = TREE_NODE.strideBytes / 4;
  // At least one node, because a binding cannot be empty.
  const nodes = new Uint32Array(Math.max(1, tree.nodeCount) * stride);
  const floats = new Float32Array(nodes.buffer);
  const leafLink = new Uint32Array(tree.leafCount).fill(NO_LINK);
  const { nodeChildren, nodePlane } = tree;
  const nodeLink = new Uint32Array(tree.nodeCount).fill(NO_LINK);
  // Parents come before children, so that the reverse order can sum up the leaves.
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

/** Words of the list's head: number of rows, and number of rows that take a turn. */
const LIST_HEAD_WORDS = 2;
const LIST_ROW_WORDS = 4;

/** Part of one draw set. */
export interface TranslucentPart {
  readonly set: DrawSet;
  readonly draws: TranslucentDraws;
}

export interface TranslucentList extends Owner {
  readonly buffer: GPUBuffer;
  /** Parts in the order of the sets. Empty if nothing is ever drawn back to front. */
  readonly parts: readonly TranslucentPart[];
  /** Draws of all parts. */
  readonly draws: RecordedDraws;
  /** Sorts the surfaces in view on the CPU and uploads the draws. */
  readonly orderOnCpu: (view: View, settings: RenderSettings) => void;
  /** Frees the memory of CPU sorting until it is used again. */
  readonly forgetOnCpu: () => void;
}

/** @throws GpuError `limit`; everything created so far is freed then */
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
      // If only the first set has translucent rows, one slot is enough.
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
        draws: recordDraws(context, "render/translucent", (encoder, hasBehind) => {
          encoder.setBindGroup(GROUP_FRAME, frame);
          for (let slot = 0; slot < slotCount; slot++) {
            for (const { draws } of parts) draws.encodeSlot(encoder, slot, hasBehind);
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

/** Empties the list. Call before the compute pass that fills it. */
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

/** Adds the surfaces in view to the list. The view's groups must be bound. */
export function encodeOrder(
  pass: GPUComputePassEncoder,
  { parts }: TranslucentList,
  settings: RenderSettings,
): void {
  for (let i = 0; i < parts.length; i++) {
    if (parts[i].set.isOn(settings)) parts[i].draws.encodeOrder(pass);
  }
}

/** Sorts the listed surfaces into their draws. */
export function encodeOrderCompaction(
  pass: GPUComputePassEncoder,
  { parts }: TranslucentList,
  settings: RenderSettings,
): void {
  for (let i = 0; i < parts.length; i++) {
    if (parts[i].set.isOn(settings)) parts[i].draws.encodeCompaction(pass);
  }
}
