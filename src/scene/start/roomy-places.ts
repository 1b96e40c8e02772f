/** Places in the largest leaves: for maps that mark none, or none worth looking from. */

import type { CameraPose, LeafTree } from "../../map/types.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import { EYE_HEIGHT } from "./places.ts";
import type { SceneRays } from "./scene-rays.ts";

const MOST_LEAFS = 8;

/**
 * At eye height over the ground, or in the leaf's middle where that is lower. Of a leaf, what lies within
 * the box of all that is drawn: maps without walls have leaves as large as the world.
 */
export function findRoomyPlaces(
  tree: LeafTree,
  bounds: Float32Array,
  isPlayable: (leaf: number) => boolean,
  rays: SceneRays,
): CameraPose[] {
  const { leafBox } = tree;
  const low = (leaf: number, axis: number): number =>
    Math.max(leafBox[leaf * 6 + axis], bounds[axis]);
  const extent = (leaf: number, axis: number): number =>
    Math.min(leafBox[leaf * 6 + 3 + axis], bounds[3 + axis]) - low(leaf, axis);
  /** Falling volumes. */
  const roomiest: { readonly leaf: number; readonly volume: number }[] = [];
  for (let leaf = 0; leaf < tree.leafCount; leaf++) {
    if (!isPlayable(leaf)) continue;
    const [dx, dy, dz] = [extent(leaf, 0), extent(leaf, 1), extent(leaf, 2)];
    if (!(dx > 0 && dy > 0 && dz > 0)) continue;
    const volume = dx * dy * dz;
    if (roomiest.length === MOST_LEAFS && volume <= roomiest[MOST_LEAFS - 1].volume) continue;
    let at = roomiest.length;
    while (at > 0 && roomiest[at - 1].volume < volume) at--;
    roomiest.splice(at, 0, { leaf, volume });
    if (roomiest.length > MOST_LEAFS) roomiest.pop();
  }
  const places: CameraPose[] = [];
  for (const { leaf } of roomiest) {
    const x = low(leaf, 0) + extent(leaf, 0) / 2;
    const y = low(leaf, 1) + extent(leaf, 1) / 2;
    const middle = low(leaf, 2) + extent(leaf, 2) / 2;
    // The middle of a leaf's box may lie in another leaf.
    if (!isPlayable(findLeaf(tree, x, y, middle))) continue;
    const isOverGround = rays.cast(x, y, middle, 0, 0, -1) && rays.hit.distance > EYE_HEIGHT;
    const z = isOverGround ? middle - rays.hit.distance + EYE_HEIGHT : middle;
    places.push({ x, y, z, pitch: 0, yaw: 0 });
  }
  return places;
}
