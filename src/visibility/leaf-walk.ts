/** Walks of the node tree: the leaf at a point, the leaves in a box, all leaves back to front. */

import type { LeafTree } from "../map/types.ts";

/**
 * Returns the leaf that contains a point. A point on a plane counts as in front, as in the engine.
 */
export function findLeaf(tree: LeafTree, x: number, y: number, z: number): number {
  const { nodePlane, nodeChildren } = tree;
  if (tree.nodeCount === 0) return 0;
  let node = 0;
  while (node >= 0) {
    const plane = node * 4;
    const distance =
      nodePlane[plane] * x +
      nodePlane[plane + 1] * y +
      nodePlane[plane + 2] * z -
      nodePlane[plane + 3];
    node = nodeChildren[node * 2 + (distance >= 0 ? 0 : 1)];
  }
  return -1 - node;
}

/** Nodes still to visit. Shared by these walks, which never nest. */
let stack = new Int32Array(256);

function growStack(tree: LeafTree): void {
  // A walk pushes at most one node for each level it descends, plus the current one.
  if (stack.length < tree.nodeCount + 2) stack = new Int32Array(tree.nodeCount + 2);
}

/** Allocates space for the leaves of any box: at most one on each side of a node. */
export function makeBoxLeafs({ nodeCount }: LeafTree): Uint32Array {
  return new Uint32Array(nodeCount * 2 + 1);
}

/**
 * Writes the leaves that a box (6 numbers: mins, maxs) touches, and returns their count. A leaf
 * with several parents, as the solid leaf in some trees, is written once for each. `out` comes from
 * `makeBoxLeafs`.
 */
export function writeBoxLeafs(
  tree: LeafTree,
  box: Float32Array,
  offset: number,
  out: Uint32Array,
): number {
  if (tree.nodeCount === 0) return 0;
  growStack(tree);
  const { nodePlane, nodeChildren } = tree;
  const x = (box[offset] + box[offset + 3]) / 2;
  const y = (box[offset + 1] + box[offset + 4]) / 2;
  const z = (box[offset + 2] + box[offset + 5]) / 2;
  const halfX = box[offset + 3] - x;
  const halfY = box[offset + 4] - y;
  const halfZ = box[offset + 5] - z;
  let depth = 0;
  let count = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const node = stack[--depth];
    if (node < 0) {
      out[count++] = -1 - node;
      continue;
    }
    const plane = node * 4;
    const nx = nodePlane[plane];
    const ny = nodePlane[plane + 1];
    const nz = nodePlane[plane + 2];
    const distance = nx * x + ny * y + nz * z - nodePlane[plane + 3];
    const reach = Math.abs(nx) * halfX + Math.abs(ny) * halfY + Math.abs(nz) * halfZ;
    if (distance > -reach) stack[depth++] = nodeChildren[node * 2];
    if (distance < reach) stack[depth++] = nodeChildren[node * 2 + 1];
  }
  return count;
}

/**
 * Writes each leaf's rank in back-to-front order from a point: rank 0 is drawn first. For every
 * plane, all leaves on the far side rank below those on the near side.
 */
export function writeLeafOrder(
  tree: LeafTree,
  x: number,
  y: number,
  z: number,
  rank: Uint32Array,
): void {
  if (tree.nodeCount === 0) {
    rank.fill(0);
    return;
  }
  growStack(tree);
  const { nodePlane, nodeChildren } = tree;
  let depth = 0;
  let next = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const node = stack[--depth];
    if (node < 0) {
      rank[-1 - node] = next++;
      continue;
    }
    const plane = node * 4;
    const distance =
      nodePlane[plane] * x +
      nodePlane[plane + 1] * y +
      nodePlane[plane + 2] * z -
      nodePlane[plane + 3];
    const near = distance >= 0 ? 0 : 1;
    stack[depth++] = nodeChildren[node * 2 + near];
    stack[depth++] = nodeChildren[node * 2 + 1 - near];
  }
}
