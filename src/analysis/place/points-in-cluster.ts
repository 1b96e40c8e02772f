/** Points all over a cluster's room, out of brushes. */

import { findLeaf } from "../../visibility/leaf-walk.ts";
import type { CostMap } from "../cost/cost-map.ts";
import { isInBrush } from "../cost/point-in-brush.ts";
import { Work } from "../cost/work.ts";
import { evenly } from "./low-discrepancy.ts";

/** Of a leaf's box little may be the leaf: so many points are tried for each that is wanted. */
const TRIES_A_POINT = 16;
/** Brushes and sides that all of them may meet: leafs of a made map may list any number. */
const MOST_TESTS = 2 ** 26;

/** 3 a point, at most `wanted` of them; none where the cluster has no room. */
export function listClusterPoints(map: CostMap, cluster: number, wanted: number): Float64Array {
  const { tree } = map;
  const leafs: number[] = [];
  const ends: number[] = [];
  let volume = 0;
  for (let leaf = 0; leaf < tree.leafCount; leaf++) {
    if (tree.leafCluster[leaf] !== cluster) continue;
    const box = tree.leafBox.subarray(leaf * 6, leaf * 6 + 6);
    volume += Math.max(0, (box[3] - box[0]) * (box[4] - box[1]) * (box[5] - box[2]));
    leafs.push(leaf);
    ends.push(volume);
  }
  const points: number[] = [];
  const work = new Work({ tests: 0 }, MOST_TESTS);
  for (let i = 0; i < wanted * TRIES_A_POINT && points.length < wanted * 3; i++) {
    const at = ((i + 0.5) / (wanted * TRIES_A_POINT)) * 997;
    const row = ends.findIndex((end) => end >= (at - Math.floor(at)) * volume);
    if (row < 0) break;
    const box = tree.leafBox.subarray(leafs[row] * 6, leafs[row] * 6 + 6);
    const [x, y, z] = [0, 1, 2].map(
      (axis) => box[axis] + (box[axis + 3] - box[axis]) * evenly(i, axis),
    );
    if (findLeaf(tree, x, y, z) !== leafs[row]) continue;
    const isTaken = isInBrush(map, leafs[row], x, y, z, work);
    if (work.isOver) break;
    if (isTaken) continue;
    points.push(x, y, z);
  }
  return Float64Array.from(points);
}
