/**
 * The 3D skybox: a small room of the map, drawn behind everything as if it were large. It is a view
 * like the camera's, from a place of its own, of what that place's cluster sees.
 */

import { mat4 } from "gl-matrix";
import { hasBit } from "../../core/bit-set.ts";
import type { LeafTree, MapScene, SkyCamera } from "../../map/types.ts";
import { writeFrustum } from "../../math/frustum.ts";
import { writeClipFromView, writeDrawnViewFromWorld } from "../../math/projection.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import { decodePvsRow } from "../../visibility/pvs.ts";
import type { ClusterFilter } from "../draws/draw-set.ts";
import type { Camera } from "../types.ts";
import { createView, lodMetricPerInch, type View } from "./view.ts";

/** Of a leaf: the 3D skybox may be seen from it (the headers' LEAF_FLAGS_SKY). */
const LEAF_FLAGS_SKY = 1;

/**
 * Depth that the skybox is drawn at: behind all that the world draws, whose farthest is at some 1e-5,
 * and before infinity.
 */
export const SKYBOX_MAX_DEPTH = 1e-7;

/** The view, or null: the map has no 3D skybox, or no visibility by which it could be told apart. */
export function createSkyboxView({ skyCamera, pvs, tree }: MapScene): View | null {
  if (skyCamera === null || pvs === null) return null;
  const view = createView(pvs);
  view.leaf = findLeaf(tree, skyCamera.x, skyCamera.y, skyCamera.z);
  view.cluster = tree.leafCluster[view.leaf];
  if (view.cluster < 0) return null;
  decodePvsRow(pvs, view.cluster, view.bits);
  view.bitsCluster = view.cluster;
  view.bitsVersion++;
  view.visible = view.bits;
  return view;
}

/** What lies in the clusters that the skybox's camera sees; what is seen from everywhere does not. */
export function skyboxFilter({ bits }: View): ClusterFilter {
  return (clusters, first, count) => {
    for (let i = first; i < first + count; i++) if (hasBit(bits, clusters[i])) return true;
    return false;
  };
}

/** Whether the map's compiler wrote down from which leaves the skybox may be seen. */
export function knowsSkyLeafs({ tree }: MapScene): boolean {
  return tree.leafFlags.some((flags) => (flags & LEAF_FLAGS_SKY) !== 0);
}

/**
 * Whether the skybox may be seen from a view's leaf; from outside the map, it may.
 * @param isKnown see `knowsSkyLeafs`
 */
export function isSkyboxSeen({ leaf, cluster }: View, tree: LeafTree, isKnown: boolean): boolean {
  return cluster < 0 || !isKnown || (tree.leafFlags[leaf] & LEAF_FLAGS_SKY) !== 0;
}

const viewFromWorld = mat4.create();
const clipFromView = mat4.create();

/** Moves the skybox's view with the camera. */
export function updateSkyboxView(
  view: View,
  sky: SkyCamera,
  camera: Camera,
  width: number,
  height: number,
): void {
  view.x = sky.x + camera.x / sky.scale;
  view.y = sky.y + camera.y / sky.scale;
  view.z = sky.z + camera.z / sky.scale;
  view.width = width;
  view.height = height;
  writeDrawnViewFromWorld(viewFromWorld, view.x, view.y, view.z, camera.pitch, camera.yaw);
  writeClipFromView(clipFromView, camera.fov, width / height);
  mat4.multiply(view.clipFromWorld, clipFromView, viewFromWorld);
  writeFrustum(view.frustum, view.clipFromWorld);
  view.lodMetricPerInch = lodMetricPerInch(camera.fov, height);
}
