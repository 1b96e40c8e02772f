/** What a map is drawn with, put together piece by piece as its parts arrive. */

import { assert } from "../../core/errors.ts";
import type { GpuImage } from "../../core/image.ts";
import { buildOwner, type Owner } from "../../gpu/resource-group.ts";
import type { MapScene, MaterialSet, PropLight, PropSet, Sky } from "../../map/types.ts";
import type { RenderContext } from "../context/render-context.ts";
import { createMaterialTable, type MaterialTable } from "../materials/material-table.ts";
import { createPropGeometry, type PropGeometry, relightProps } from "../props/prop-pass.ts";
import { createWorldLights } from "../props/world-light-buffer.ts";
import { createSkyDraws, type SkyDraws } from "../sky/sky-pass.ts";
import { createWireframeDraws, type WireframeDraws } from "../world/wireframe-pass.ts";
import { createWorldGeometry, type WorldGeometry } from "../world/world-pass.ts";
import { createSkyboxView, knowsSkyLeafs, skyboxFilter } from "./skybox-view.ts";
import { createView } from "./view.ts";
import {
  createViewDraws,
  destroyViewDraws,
  recordView,
  type ViewDraws,
  type ViewParts,
} from "./view-draws.ts";
import { rebindPyramid } from "./view-visibility.ts";

/** The camera's view is the map's own; the others are made of the same parts. */
export interface MapDraws extends ViewDraws {
  geometry: WorldGeometry;
  materials: MaterialTable & Owner;
  propGeometry: PropGeometry | null;
  wireframe: WireframeDraws;
  /** The 2D skybox. */
  sky: SkyDraws;
  /** The 3D skybox; null: the map has none. */
  skybox: ViewDraws | null;
  /** See `isSkyboxSeen`. */
  readonly knowsSkyLeafs: boolean;
}

/**
 * @param pyramid the picture's depth pyramid
 * @throws GpuError `limit`; nothing is left behind then
 */
export function createMapDraws(
  context: RenderContext,
  scene: MapScene,
  pyramid: GPUBuffer,
): MapDraws {
  const parts: Owner[] = [];
  const keep = <T extends Owner>(part: T): T => {
    parts.push(part);
    return part;
  };
  const views: ViewDraws[] = [];
  try {
    const geometry = keep(createWorldGeometry(context.gpu, scene));
    const materials = keep(createWorldMaterials(context, scene.materials));
    const shared = { geometry, materials, propGeometry: null };
    const [frame] = context.frame.bindGroups;
    const main = createViewDraws(context, createView(scene.pvs), frame, pyramid, shared);
    views.push(main);
    const sky = keep(createSkyDraws(context, null, scene.skyGradient));
    return {
      ...main,
      ...shared,
      wireframe: createWireframeDraws(context, geometry, main.world, main.ordered),
      sky,
      skybox: createSkybox(context, shared, pyramid),
      knowsSkyLeafs: knowsSkyLeafs(scene),
    };
  } catch (error) {
    for (const view of views) destroyViewDraws(view);
    for (const part of parts) part.destroy();
    throw error;
  }
}

function createSkybox(
  context: RenderContext,
  parts: ViewParts,
  pyramid: GPUBuffer,
): ViewDraws | null {
  const { scene } = parts.geometry;
  const view = createSkyboxView(scene);
  if (view === null) return null;
  const filter = skyboxFilter(view, scene, parts.propGeometry?.set ?? null);
  return createViewDraws(context, view, context.frame.bindGroups[1], pyramid, parts, filter);
}

export function destroyMapDraws(map: MapDraws): void {
  destroyViewDraws(map);
  if (map.skybox !== null) destroyViewDraws(map.skybox);
  for (const part of [map.geometry, map.materials, map.sky, map.propGeometry]) part?.destroy();
}

function createWorldMaterials(context: RenderContext, set: MaterialSet): MaterialTable & Owner {
  return buildOwner(context.gpu, (group) => createMaterialTable(group, context, "world", set));
}

/** Draws the map with other parts; frees the views it was drawn by, and the parts that went. */
function replaceParts(
  context: RenderContext,
  map: MapDraws,
  parts: Pick<MapDraws, "geometry" | "materials" | "propGeometry">,
): void {
  const pyramid = map.visibility.pyramid;
  const main = createViewDraws(context, map.view, map.frame, pyramid, parts);
  const skybox = createSkybox(context, parts, pyramid);
  destroyViewDraws(map);
  if (map.skybox !== null) destroyViewDraws(map.skybox);
  if (map.geometry !== parts.geometry) map.geometry.destroy();
  if (map.materials !== parts.materials) map.materials.destroy();
  if (map.propGeometry !== parts.propGeometry) map.propGeometry?.destroy();
  const { geometry } = parts;
  const wireframe = createWireframeDraws(context, geometry, main.world, main.ordered);
  Object.assign(map, main, parts, { wireframe, skybox });
}

/** Records the views anew if pipelines are ready that were not before. */
export function recordReady(context: RenderContext, map: MapDraws): void {
  for (const view of [map, map.skybox]) {
    if (view !== null && view.pipelineVersion !== context.pipelines.version) {
      recordView(context, map, view);
    }
  }
}

export function replaceMaterials(context: RenderContext, map: MapDraws, set: MaterialSet): void {
  const { geometry, propGeometry } = map;
  const materials = createWorldMaterials(context, set);
  replaceParts(context, map, { geometry, materials, propGeometry });
}

/**
 * The same map in other light: vertices and lightmap are new; materials, textures and the clusters
 * in view stay.
 */
export function relightMap(
  context: RenderContext,
  map: MapDraws,
  scene: MapScene,
  light: PropLight | null,
): void {
  const { materials, propGeometry } = map;
  const { gpu } = context;
  const geometry = createWorldGeometry(gpu, scene);
  if (light === null || propGeometry === null) {
    replaceParts(context, map, { geometry, materials, propGeometry });
    return;
  }
  const before = propGeometry.worldLights;
  propGeometry.worldLights = createWorldLights(gpu, light);
  try {
    replaceParts(context, map, { geometry, materials, propGeometry });
  } catch (error) {
    propGeometry.worldLights.destroy();
    propGeometry.worldLights = before;
    throw error;
  }
  before.destroy();
  relightProps(gpu, propGeometry, light);
}

export function replaceProps(context: RenderContext, map: MapDraws, set: PropSet): void {
  const { geometry, materials } = map;
  const propGeometry = createPropGeometry(context, set);
  replaceParts(context, map, { geometry, materials, propGeometry });
}

export function replaceSky(context: RenderContext, map: MapDraws, sky: Sky): void {
  const draws = createSkyDraws(context, sky, map.geometry.scene.skyGradient);
  map.sky.destroy();
  map.sky = draws;
}

/** Binds another depth pyramid: the picture has another size. */
export function replacePyramid(context: RenderContext, map: MapDraws, pyramid: GPUBuffer): void {
  rebindPyramid(context.gpu, context.cull, map.visibility, pyramid);
  if (map.skybox !== null) {
    rebindPyramid(context.gpu, context.cull, map.skybox.visibility, pyramid);
  }
}

export function setMapTexture(
  map: MapDraws,
  owner: "world" | "props",
  texture: number,
  image: GpuImage,
): void {
  if (owner === "world") {
    map.materials.setTexture(texture, image);
  } else {
    assert(map.propGeometry !== null, "a prop texture before the props");
    map.propGeometry.materials.setTexture(texture, image);
  }
}
