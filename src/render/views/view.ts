/** The view of a frame: matrices, frustum, leaf and visible clusters. */

import { mat4 } from "gl-matrix";
import { countBits, createBitSet } from "../../core/bit-set.ts";
import type { LeafTree, Pvs } from "../../map/tree.ts";
import { FRUSTUM_FLOATS, writeFrustum } from "../../math/frustum.ts";
import {
  rollView,
  verticalFov,
  writeClipFromView,
  writeDrawnViewFromWorld,
} from "../../math/projection.ts";
import type { AreaWalk } from "../../visibility/areas.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import { decodePvsRow } from "../../visibility/pvs.ts";
import type { Camera, RenderSettings } from "../types.ts";

const SOLID = -1;

export interface View {
  /** Camera position, and size of the picture in pixels. */
  x: number;
  y: number;
  z: number;
  width: number;
  height: number;
  readonly clipFromWorld: mat4;
  readonly frustum: Float32Array;
  /** LOD metric at a distance of one inch, see `chooseLod`. */
  lodMetricPerInch: number;
  /** The leaf that determines visibility, and its cluster. */
  leaf: number;
  cluster: number;
  /** Bit set of visible clusters, or `null` if all are visible. */
  visible: Uint32Array | null;
  visibleClusters: number;
  /** Whether `leaf` and `visible` are frozen from an earlier frame by `freezePvs`. */
  isFrozen: boolean;
  readonly bits: Uint32Array;
  /**
   * Cluster for which `bits` were decoded, and area whose closed portals hide some of them (0:
   * none).
   */
  bitsCluster: number;
  bitsArea: number;
  /** Result of `AreaWalk.look` for these bits. */
  bitsPortals: number;
  /** Increases whenever `bits` change; 0 before the first. */
  bitsVersion: number;
  /** Version of the bits on the GPU, or 0 if none are there. */
  uploadedVersion: number;
}

export function createView(pvs: Pvs | null): View {
  return {
    x: 0,
    y: 0,
    z: 0,
    width: 1,
    height: 1,
    clipFromWorld: mat4.create(),
    frustum: new Float32Array(FRUSTUM_FLOATS),
    lodMetricPerInch: 0,
    leaf: 0,
    cluster: SOLID,
    visible: null,
    visibleClusters: 0,
    isFrozen: false,
    bits: createBitSet(pvs === null ? 0 : pvs.clusterCount),
    bitsCluster: SOLID,
    bitsArea: 0,
    bitsPortals: 0,
    bitsVersion: 0,
    uploadedVersion: 0,
  };
}

/**
 * Returns the LOD metric at a distance of one inch, where a sphere of radius 1 is height / tan(fov
 * / 2) pixels wide.
 */
export function lodMetricPerInch(fov: number, height: number): number {
  return (100 * Math.tan(verticalFov(fov) / 2)) / height;
}

const viewFromWorld = mat4.create();
const clipFromView = mat4.create();

/**
 * Updates a view for a camera. `width` and `height` are those of the picture.
 * @param farZ far clipping distance in inches, or 0 for none
 */
export function updateView(
  view: View,
  tree: LeafTree,
  pvs: Pvs | null,
  areas: AreaWalk | null,
  camera: Camera,
  settings: RenderSettings,
  width: number,
  height: number,
  farZ: number,
): void {
  view.x = camera.x;
  view.y = camera.y;
  view.z = camera.z;
  view.width = width;
  view.height = height;
  writeDrawnViewFromWorld(viewFromWorld, camera.x, camera.y, camera.z, camera.pitch, camera.yaw);
  if (camera.roll) rollView(viewFromWorld, camera.roll);
  writeClipFromView(clipFromView, camera.fov, width / height, farZ > 0 ? farZ : undefined);
  mat4.multiply(view.clipFromWorld, clipFromView, viewFromWorld);
  writeFrustum(view.frustum, view.clipFromWorld);
  view.lodMetricPerInch = lodMetricPerInch(camera.fov, height);
  updateVisibleClusters(view, tree, pvs, areas, camera, settings);
  camera.project?.(view);
}

function updateVisibleClusters(
  view: View,
  tree: LeafTree,
  pvs: Pvs | null,
  areas: AreaWalk | null,
  camera: Camera,
  settings: RenderSettings,
): void {
  if (settings.freezePvs && view.isFrozen) return;
  view.isFrozen = settings.freezePvs;
  view.leaf = findLeaf(tree, camera.x, camera.y, camera.z);
  view.cluster = tree.leafCluster[view.leaf] ?? SOLID;
  if (pvs === null || view.cluster === SOLID || !settings.pvs) {
    view.visible = null;
    view.visibleClusters = pvs === null ? 0 : pvs.clusterCount;
    return;
  }
  const area = areas !== null && settings.areaPortals ? areas.leafArea[view.leaf] : 0;
  const portals = areas !== null && area > 0 ? areas.look(camera.x, camera.y, camera.z) : 0;
  const isOther =
    view.bitsCluster !== view.cluster || view.bitsArea !== area || view.bitsPortals !== portals;
  if (view.visible === null || isOther) {
    if (isOther) {
      decodePvsRow(pvs, view.cluster, view.bits);
      if (areas !== null && area !== 0) areas.hide(tree, area, view.bits);
      view.bitsVersion++;
    }
    view.bitsCluster = view.cluster;
    view.bitsArea = area;
    view.bitsPortals = portals;
    view.visible = view.bits;
    view.visibleClusters = countBits(view.bits);
  }
}
