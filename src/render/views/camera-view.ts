/**
 * Views of a camera: the map, and the 3D skybox behind it. Each is a separate view with its block
 * of frame uniforms.
 */

import { mat4 } from "gl-matrix";
import { hasBit } from "../../core/bit-set.ts";
import type { Fog } from "../../map/fog.ts";
import type { LeafTree, MapScene, SkyCamera } from "../../map/types.ts";
import { writeFrustum } from "../../math/frustum.ts";
import { rollView, writeClipFromView, writeDrawnViewFromWorld } from "../../math/projection.ts";
import type { AreaWalk } from "../../visibility/areas.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import { decodePvsRow } from "../../visibility/pvs.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { ClusterFilter, DrawSource } from "../draws/draw-set.ts";
import type { RecordedDraws } from "../draws/recorded-draws.ts";
import { type FogRange, SKYBOX_RANGE, WORLD_RANGE } from "../frame/fog-uniforms.ts";
import type { FrameBlock, FrameMoment } from "../frame/frame-uniforms.ts";
import { FRAME_OCCLUSION, FRAME_SETS_SHIFT } from "../shader-constants.ts";
import type { Camera } from "../types.ts";
import type { SkyDraws } from "../world/sky-draws.ts";
import { createView, lodMetricPerInch, updateView, type View } from "./view.ts";
import {
  createTableViews,
  followSettings,
  type SeenView,
  type TableViews,
  type ViewDraws,
} from "./view-draws.ts";

// The 3D skybox: a small room of the map, drawn behind everything as if it were large. Its view has
// a scaled camera position and shows what the cluster of the map's sky camera sees.

/** Flag of a leaf from which the 3D skybox may be visible (the headers' LEAF_FLAGS_SKY). */
const LEAF_FLAGS_SKY = 1;

/**
 * Depth range of the skybox: beyond the farthest depth of the world, about 1e-5, and before
 * infinity.
 */
export const SKYBOX_MAX_DEPTH = 1e-7;

/**
 * Creates the view. Returns `null` if the map has no 3D skybox, or no visibility that separates it
 * from the rest.
 */
function createSkyboxView({ skyCamera, pvs, tree }: MapScene): View | null {
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

/**
 * Keeps what lies in the clusters that the sky camera sees, except what is visible from everywhere.
 */
function skyboxFilter({ bits }: View): ClusterFilter {
  return (clusters, first, count) => {
    for (let i = first; i < first + count; i++) if (hasBit(bits, clusters[i])) return true;
    return false;
  };
}

/** Returns true if the map's compiler marked the leaves from which the skybox may be visible. */
function knowsSkyLeafs({ tree }: MapScene): boolean {
  return tree.leafFlags.some((flags) => (flags & LEAF_FLAGS_SKY) !== 0);
}

/**
 * Returns true if the skybox may be visible from a view's leaf, or if the view is outside the map.
 * @param isKnown see `knowsSkyLeafs`
 */
function isSkyboxSeen({ leaf, cluster }: View, tree: LeafTree, isKnown: boolean): boolean {
  return cluster < 0 || !isKnown || (tree.leafFlags[leaf] & LEAF_FLAGS_SKY) !== 0;
}

const viewFromWorld = mat4.create();
const clipFromView = mat4.create();

/** Updates the skybox's view for the camera. */
function updateSkyboxView(
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
  if (camera.roll) rollView(viewFromWorld, camera.roll);
  writeClipFromView(clipFromView, camera.fov, width / height);
  mat4.multiply(view.clipFromWorld, clipFromView, viewFromWorld);
  writeFrustum(view.frustum, view.clipFromWorld);
  view.lodMetricPerInch = lodMetricPerInch(camera.fov, height);
}

/** State of a map by which its views are updated. */
export interface SeenMap {
  readonly scene: MapScene;
  readonly areas: AreaWalk | null;
  readonly fog: Fog | null;
}

/** Draws that are recreated when the map's parts are replaced. */
export interface CameraDraws extends Pick<TableViews, "table" | "destroy"> {
  readonly main: ViewDraws;
  /** `null` if the map has no 3D skybox. */
  readonly skybox: ViewDraws | null;
}

export interface CameraView {
  readonly view: View;
  readonly block: FrameBlock;
  readonly skybox: SkyboxPlace | null;
  draws: CameraDraws;
  /** The 2D skybox. */
  sky: RecordedDraws;
  /** Whether the frame draws the 3D skybox. */
  isSkyboxDrawn: boolean;
}

interface SkyboxPlace {
  readonly view: View;
  readonly block: FrameBlock;
  readonly filter: ClusterFilter;
  /** See `isSkyboxSeen`. */
  readonly isSeenKnown: boolean;
}

/** The parts of a map that a camera draws. */
export interface DrawnMap {
  readonly scene: MapScene;
  readonly sources: readonly DrawSource[];
  readonly sky: SkyDraws;
  readonly pyramid: GPUBuffer;
}

/**
 * @param block `null` to take a new block
 * @throws GpuError `limit`; everything created so far is freed then
 */
export function createCameraView(
  context: RenderContext,
  { scene, sources, sky, pyramid }: DrawnMap,
  block: FrameBlock | null,
): CameraView {
  const { frame } = context;
  const view = createView(scene.pvs);
  const skyboxView = createSkyboxView(scene);
  const own = block ?? frame.takeBlock();
  const skybox =
    skyboxView === null
      ? null
      : {
          view: skyboxView,
          block: frame.takeBlock(),
          filter: skyboxFilter(skyboxView),
          isSeenKnown: knowsSkyLeafs(scene),
        };
  const place = { view, block: own, skybox };
  try {
    return {
      ...place,
      draws: createCameraDraws(context, place, scene, sources, pyramid),
      sky: sky.record(own.bindGroup),
      isSkyboxDrawn: false,
    };
  } catch (error) {
    releaseBlocks(context, place);
    throw error;
  }
}

export function createCameraDraws(
  context: RenderContext,
  { view, block, skybox }: Pick<CameraView, "view" | "block" | "skybox">,
  { tree }: MapScene,
  sources: readonly DrawSource[],
  pyramid: GPUBuffer,
): CameraDraws {
  const seen: SeenView[] = [{ view, block, filter: null }];
  if (skybox !== null) seen.push(skybox);
  const made = createTableViews(context, seen, pyramid, sources, tree);
  const [main, ofSkybox = null] = made.views;
  return { main, skybox: ofSkybox, table: made.table, destroy: made.destroy };
}

export function destroyCameraView(context: RenderContext, view: CameraView): void {
  view.draws.destroy();
  releaseBlocks(context, view);
}

function releaseBlocks(
  { frame }: RenderContext,
  { block, skybox }: Pick<CameraView, "block" | "skybox">,
): void {
  frame.releaseBlock(block);
  if (skybox !== null) frame.releaseBlock(skybox.block);
}

/**
 * Updates a camera's views and uploads their uniforms.
 * @param width width of the picture in pixels
 * @param height height of the picture in pixels
 * @param hasOcclusion whether the view uses occlusion culling
 */
export function updateCameraView(
  context: RenderContext,
  seen: CameraView,
  { scene: { tree, pvs, skyCamera }, areas, fog }: SeenMap,
  camera: Camera,
  width: number,
  height: number,
  hasOcclusion: boolean,
  moment: FrameMoment,
): void {
  const { settings } = moment;
  const { view, skybox, draws } = seen;
  const farZ = settings.fog && fog !== null ? fog.farZ : 0;
  updateView(view, tree, pvs, areas, camera, settings, width, height, farZ);
  writeView(context, draws.main, hasOcclusion, moment, fog, WORLD_RANGE);
  seen.isSkyboxDrawn = false;
  if (skybox === null || skyCamera === null || draws.skybox === null || !settings.sky) return;
  if (!isSkyboxSeen(view, tree, skybox.isSeenKnown)) return;
  seen.isSkyboxDrawn = true;
  updateSkyboxView(skybox.view, skyCamera, camera, width, height);
  writeView(context, draws.skybox, false, moment, skyCamera.fog, SKYBOX_RANGE);
}

/** Writes a view's uniforms, and uploads its visible clusters if they have changed. */
export function writeView(
  { frame }: Pick<RenderContext, "frame">,
  draws: ViewDraws,
  hasOcclusion: boolean,
  moment: FrameMoment,
  fog: Fog | null,
  range: FogRange,
): void {
  const { view, block } = draws;
  followSettings(draws, moment.settings);
  const cullFlags = (draws.onSets << FRAME_SETS_SHIFT) | (hasOcclusion ? FRAME_OCCLUSION : 0);
  frame.setView(block, view, cullFlags, moment, fog, range);
  if (view.visible === null || view.uploadedVersion === view.bitsVersion) return;
  frame.writeClusters(block, view.bits);
  view.uploadedVersion = view.bitsVersion;
}
