/** The same poses every time, spread over the whole of a map. */

import type { LeafTree } from "../map/types.ts";

/** Numbers of one pose: x, y, z, pitch, yaw. */
export const POSE_SIZE = 5;

/** Leaves thinner than this are slivers between brushes: nobody stands there. */
const MIN_LEAF_EDGE = 32;

/** Turns by which no two poses near each other look the same way: the golden angle. */
const YAW_STEP = 180 * (3 - Math.sqrt(5));
const PITCHES = [0, 12, -8, 25, 0, -20];

function listOpenLeafs(tree: LeafTree): number[] {
  const leafs: number[] = [];
  let hasThin = false;
  for (const minEdge of [MIN_LEAF_EDGE, 0]) {
    for (let leaf = 0; leaf < tree.leafCount; leaf++) {
      if (tree.leafCluster[leaf] < 0) continue;
      const box = leaf * 6;
      const isThin = [0, 1, 2].some(
        (axis) => tree.leafBox[box + 3 + axis] - tree.leafBox[box + axis] < minEdge,
      );
      if (isThin) hasThin = true;
      else leafs.push(leaf);
    }
    if (leafs.length > 0 || !hasThin) break;
  }
  return leafs;
}

/**
 * `count` poses at the centres of leaves, evenly over the leaves in the tree's own order, which
 * keeps neighbours together. Empty if the map has no leaf to stand in.
 */
export function buildCameraPath(tree: LeafTree, count: number): Float32Array {
  const leafs = listOpenLeafs(tree);
  if (leafs.length === 0) return new Float32Array(0);
  const poses = new Float32Array(count * POSE_SIZE);
  for (let i = 0; i < count; i++) {
    const box = leafs[Math.floor((i * leafs.length) / count)] * 6;
    const pose = i * POSE_SIZE;
    for (let axis = 0; axis < 3; axis++) {
      poses[pose + axis] = (tree.leafBox[box + axis] + tree.leafBox[box + 3 + axis]) / 2;
    }
    poses[pose + 3] = PITCHES[i % PITCHES.length];
    poses[pose + 4] = ((i * YAW_STEP + 180) % 360) - 180;
  }
  return poses;
}
