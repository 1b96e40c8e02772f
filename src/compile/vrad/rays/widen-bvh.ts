/** Turns a hierarchy with two children a node into one with four, and packs its triangles. */

import { allocateFloat32, allocateInt32, allocateUint32 } from "../../shared-arrays.ts";
import { BOX_FLOATS, type Bvh, GROUP_FLOATS, NO_TRIANGLE, WIDTH } from "./bvh.ts";

/** Floats of a node with two children: mins and maxs of the first, then of the second. */
export const PAIR_FLOATS = 12;

/** Nodes with two children. A leaf is -1 - (first * 8 + count). */
export interface Pairs {
  readonly count: number;
  readonly boxes: Float32Array;
  readonly children: Int32Array;
}

/** Padding of boxes in inches, more than coordinates of the largest map lose in 32 bits. */
const PADDING = 1 / 32;
/** Padding for the tolerance of triangle edges, relative to the size of a box. */
const EDGE_PADDING = 4e-5;
/** Coordinate of the boxes of missing children. No ray reaches it. */
const NOWHERE = 1e30;

interface Child {
  /** First value of its box in `Pairs.boxes`. */
  readonly box: number;
  /** Value of `Pairs.children`. */
  readonly child: number;
}

/** Merges nodes into nodes with four children, largest child first, and packs the triangles. */
export function widen(
  pairs: Pairs,
  positions: Float32Array,
  order: Uint32Array,
): Omit<Bvh, "triangleCount" | "place"> {
  // Node of `pairs` that each new node begins with, and its level.
  const source = new Int32Array(pairs.count);
  const level = new Int32Array(pairs.count);
  const boxes = new Float32Array(pairs.count * BOX_FLOATS).fill(NOWHERE);
  const children = new Int32Array(pairs.count * WIDTH).fill(-1);
  const leafs = new Int32Array(pairs.count + 1);
  let nodeCount = 1;
  let leafCount = 0;
  let deepest = 1;
  for (let node = 0; node < nodeCount; node++) {
    const list = gather(pairs, source[node]);
    for (let lane = 0; lane < list.length; lane++) {
      const { box, child } = list[lane];
      writeBox(boxes, node * BOX_FLOATS + lane, pairs.boxes, box);
      if (child >= 0) {
        children[node * WIDTH + lane] = nodeCount;
        source[nodeCount] = child;
        level[nodeCount] = level[node] + 1;
        deepest = level[nodeCount] + 1;
        nodeCount++;
      } else {
        children[node * WIDTH + lane] = -1 - (leafCount * WIDTH + ((-1 - child) & 7) - 1);
        leafs[leafCount++] = child;
      }
    }
  }
  const nodeBoxes = allocateFloat32(nodeCount * BOX_FLOATS);
  nodeBoxes.set(boxes.subarray(0, nodeBoxes.length));
  const nodeChildren = allocateInt32(nodeCount * WIDTH);
  nodeChildren.set(children.subarray(0, nodeChildren.length));
  return {
    nodeBoxes,
    nodeChildren,
    ...packTriangles(positions, order, leafs.subarray(0, leafCount)),
    stackSize: (WIDTH - 1) * deepest + 1,
  };
}

/** Lists up to four descendants of a node that contain all of its triangles. */
function gather({ boxes, children }: Pairs, node: number): Child[] {
  const list: Child[] = [];
  const addChildren = (from: number, at: number) => {
    for (const side of [1, 0]) {
      const child = children[from * 2 + side];
      const isEmpty = child < 0 && ((-1 - child) & 7) === 0;
      if (isEmpty) continue;
      list.splice(at, 0, { box: from * PAIR_FLOATS + side * 6, child });
    }
  };
  addChildren(node, 0);
  while (list.length < WIDTH) {
    let largest = -1;
    for (const [i, { box, child }] of list.entries()) {
      if (child < 0) continue;
      if (largest < 0 || boxArea(boxes, box) > boxArea(boxes, list[largest].box)) largest = i;
    }
    if (largest < 0) break;
    const [{ child }] = list.splice(largest, 1);
    addChildren(child, largest);
  }
  return list;
}

function writeBox(out: Float32Array, to: number, boxes: Float32Array, box: number): void {
  let size = 0;
  for (let axis = 0; axis < 3; axis++) size += boxes[box + 3 + axis] - boxes[box + axis];
  const padding = PADDING + EDGE_PADDING * size;
  for (let axis = 0; axis < 3; axis++) {
    out[to + axis * WIDTH] = boxes[box + axis] - padding;
    out[to + (3 + axis) * WIDTH] = boxes[box + 3 + axis] + padding;
  }
}

/** Missing triangles of a group have no extent, so that no ray meets them. */
function packTriangles(positions: Float32Array, order: Uint32Array, leafs: Int32Array) {
  const triangles = allocateFloat32(leafs.length * GROUP_FLOATS);
  const triangleIds = allocateUint32(leafs.length * WIDTH).fill(NO_TRIANGLE);
  for (let group = 0; group < leafs.length; group++) {
    const run = -1 - leafs[group];
    for (let lane = 0; lane < (run & 7); lane++) {
      const id = order[(run >>> 3) + lane];
      triangleIds[group * WIDTH + lane] = id;
      for (let axis = 0; axis < 3; axis++) {
        const a = positions[id * 9 + axis];
        const at = group * GROUP_FLOATS + axis * WIDTH + lane;
        triangles[at] = a;
        triangles[at + 3 * WIDTH] = positions[id * 9 + 3 + axis] - a;
        triangles[at + 6 * WIDTH] = positions[id * 9 + 6 + axis] - a;
      }
    }
  }
  return { triangles, triangleIds };
}

export function boxArea(box: Float32Array, at: number): number {
  const x = box[at + 3] - box[at];
  const y = box[at + 4] - box[at + 1];
  const z = box[at + 5] - box[at + 2];
  return x < 0 ? 0 : x * y + y * z + z * x;
}
