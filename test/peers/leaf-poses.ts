/** Poses for comparing engines, spread over the whole map. */

import { POSE_SIZE } from "../../src/bench/measure/camera-path.ts";
import type { LeafTree } from "../../src/map/types.ts";

/**
 * Returns `count` level poses in leaf centres, evenly over the tree's leaves, each rotated by 90°
 * from the last. The jumps leave no coherence between frames.
 */
export function listLeafPoses(tree: LeafTree, count: number): Float32Array {
  const leafs: number[] = [];
  for (let leaf = 0; leaf < tree.leafCount; leaf++)
    if (tree.leafCluster[leaf] >= 0) leafs.push(leaf);
  const poses = new Float32Array(leafs.length > 0 ? count * POSE_SIZE : 0);
  for (let i = 0; i * POSE_SIZE < poses.length; i++) {
    const box = leafs[Math.floor((i * leafs.length) / count)] * 6;
    const { leafBox } = tree;
    for (let axis = 0; axis < 3; axis++) {
      poses[i * POSE_SIZE + axis] = (leafBox[box + axis] + leafBox[box + 3 + axis]) / 2;
    }
    poses[i * POSE_SIZE + 4] = (i * 90) % 360;
  }
  return poses;
}
