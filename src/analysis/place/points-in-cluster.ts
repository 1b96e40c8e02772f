/** Points spread evenly over the free space of a cluster. */

import { findLeaf } from "../../visibility/leaf-walk.ts";
import type { CostMap } from "../cost/open-cost-map.ts";
import { isInBrush, Work } from "../cost/standing-places.ts";

// Deterministic low-discrepancy sequence.

/** Powers of the inverse root of x^(d + 1) = x + 1 for d = 3: the R sequence (M. Roberts, 2018). */
const R3 = [0.8191725133961645, 0.6710436067037893, 0.5497004779019703];

/** Returns number `index` of an axis (0 to 2) in [0, 1), shifted by `offset`. */
export function evenly(index: number, axis: number, offset = 0): number {
  const value = 0.5 + index * R3[axis] + offset;
  return value - Math.floor(value);
}

/** Returns the 95 % confidence interval of a share, given `hits` of `tries` (Wilson's interval). */
export function wilsonInterval(hits: number, tries: number): readonly [low: number, high: number] {
  if (tries === 0) return [0, 1];
  const z2 = 1.96 ** 2;
  const share = hits / tries;
  const middle = share + z2 / (2 * tries);
  const reach = 1.96 * Math.sqrt((share * (1 - share) + z2 / (4 * tries)) / tries);
  const scale = 1 + z2 / tries;
  return [Math.max(0, (middle - reach) / scale), Math.min(1, (middle + reach) / scale)];
}

/** Points tried per point wanted, because a leaf may fill little of its box. */
const TRIES_A_POINT = 16;
/**
 * Most tests of brushes and sides in total, because leafs of a malicious map may list any number.
 */
const MOST_TESTS = 2 ** 26;

/** Lists at most `wanted` points, 3 numbers each; empty if the cluster has no free space. */
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
