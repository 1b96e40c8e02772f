/** Whether one can go straight from a point to another without leaving the map's open space. */

import type { LeafTree } from "../../map/types.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";

/** Inches that a line may graze solid space for: planes and boxes are rounded. */
const GRAZE = 0.05;

/** A point in a `Float32Array` or a plain array: x, y, z. */
export type LinePoint = readonly [x: number, y: number, z: number];

/** Whether every point of the line lies in leaves that a player can be in. */
export function isLineOpen(tree: LeafTree, from: LinePoint, to: LinePoint): boolean {
  if (tree.nodeCount === 0) return tree.leafCluster[findLeaf(tree, ...from)] >= 0;
  const { nodePlane, nodeChildren, leafCluster } = tree;
  const length = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
  const graze = GRAZE / Math.max(length, GRAZE);

  const isPartOpen = (node: number, t0: number, t1: number): boolean => {
    if (node < 0) return leafCluster[-1 - node] >= 0 || t1 - t0 < graze;
    const p = node * 4;
    const [nx, ny, nz, d] = [nodePlane[p], nodePlane[p + 1], nodePlane[p + 2], nodePlane[p + 3]];
    const start = nx * from[0] + ny * from[1] + nz * from[2] - d;
    const end = nx * to[0] + ny * to[1] + nz * to[2] - d;
    const d0 = start + (end - start) * t0;
    const d1 = start + (end - start) * t1;
    const front = nodeChildren[node * 2];
    const back = nodeChildren[node * 2 + 1];
    if (d0 >= 0 && d1 >= 0) return isPartOpen(front, t0, t1);
    if (d0 < 0 && d1 < 0) return isPartOpen(back, t0, t1);
    const middle = Math.min(t1, Math.max(t0, t0 + ((t1 - t0) * d0) / (d0 - d1)));
    return d0 >= 0
      ? isPartOpen(front, t0, middle) && isPartOpen(back, middle, t1)
      : isPartOpen(back, t0, middle) && isPartOpen(front, middle, t1);
  };
  return isPartOpen(0, 0, 1);
}
