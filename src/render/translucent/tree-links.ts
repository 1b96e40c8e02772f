/** The tree as the ordering shaders climb it: the struct `TreeNode` of `shaders/common/cull/order.wgsl`. */

import type { LeafTree } from "../../map/tree.ts";

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

export function buildTreeLinks(tree: LeafTree): TreeLinks {
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
