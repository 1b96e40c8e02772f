/**
 * Back-to-front draws of a view. The translucent surfaces of all its draw sets are sorted together:
 * first by the BSP tree's order of leaves, then by distance.
 */

import type { LeafTree } from "../../map/tree.ts";
import { TRANSLUCENT_SLOTS } from "../cull/cull-pipelines.ts";
import type { DrawnBuffer } from "../cull/drawn-buffer.ts";
import type { DrawSet, TranslucentDraws } from "../draws/draw-set.ts";
import { SET_SHIFT } from "../shader-constants.ts";
import type { RenderSettings } from "../types.ts";
import type { View } from "../views/view.ts";
import { createOrderedRows, orderRows, restartRows } from "./cpu-order.ts";

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

export function buildTreeLinks(tree: LeafTree): TreeLinks {
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

/** Part of one draw set. */
export interface TranslucentPart {
  readonly set: DrawSet;
  readonly draws: TranslucentDraws;
}

export interface TranslucentList {
  /** Parts in the order of the sets. Empty if nothing is ever drawn back to front. */
  readonly parts: readonly TranslucentPart[];
  /** Number of slots in which the sets take turns. */
  readonly slotCount: number;
  /** Sorts the surfaces in view on the CPU. */
  readonly orderOnCpu: (view: View, settings: RenderSettings) => void;
}

/** @throws GpuError `limit` */
export function createTranslucentList(
  { nodes, leafLink }: TreeLinks,
  tree: LeafTree,
  sets: readonly DrawSet[],
  drawn: DrawnBuffer,
): TranslucentList {
  const capacity = sets.reduce((rows, set) => rows + set.translucentRows, 0);
  // If only the first set has translucent rows, one slot is enough.
  const hasTurns = sets.some((set) => set.number > 0 && set.translucentRows > 0);
  const slotCount = hasTurns ? TRANSLUCENT_SLOTS : 1;
  const parts: TranslucentPart[] = [];
  for (const set of sets) {
    const draws = set.createTranslucent({ nodes, leafLink, slotCount });
    if (draws !== null) parts.push({ set, draws });
  }
  const createRoom = () => ({
    rows: createOrderedRows(capacity, tree),
    /** Set and row of each entry of the last frame, in order, and their number. */
    last: new Uint32Array(capacity),
    lastCount: -1,
  });
  let room: ReturnType<typeof createRoom> | null = null;
  drawn.onForget(() => {
    room = null;
  });

  /** Returns true if the frame's entries are those of the last one, in the same order. */
  function isSameOrder(): boolean {
    if (room === null) return false;
    const { rows, last } = room;
    let isSame = rows.count === room.lastCount;
    for (let i = 0; i < rows.count; i++) {
      const entry = rows.order[i];
      const packed = ((rows.set[entry] << SET_SHIFT) | rows.row[entry]) >>> 0;
      if (last[i] !== packed) isSame = false;
      last[i] = packed;
    }
    room.lastCount = rows.count;
    return isSame;
  }

  return {
    parts,
    slotCount,
    orderOnCpu(view, settings) {
      if (parts.length === 0) return;
      room ??= createRoom();
      const { rows } = room;
      restartRows(rows, tree, view);
      for (const { set, draws } of parts) {
        if (set.isOn(settings)) draws.onCpu.list(rows, view, settings);
      }
      orderRows(rows, slotCount);
      if (isSameOrder()) return;
      for (const { draws } of parts) draws.onCpu.gather(rows);
    },
  };
}
