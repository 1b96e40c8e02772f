/** What a map is drawn with, put together piece by piece as its parts arrive. */

import { assert } from "../core/errors.ts";
import type { GpuImage } from "../core/image.ts";
import type { MapScene, MaterialSet, PropSet, Sky } from "../map/types.ts";
import { createMaterialTable, type MaterialTable } from "./material-table.ts";
import { createPropDraws, destroyPropDraws, type PropDraws, relightProps } from "./prop-pass.ts";
import type { RenderContext } from "./render-context.ts";
import { createSkyDraws, destroySkyDraws, type SkyDraws } from "./sky-pass.ts";
import { createTranslucentList, type TranslucentList } from "./translucent-pass.ts";
import { createView, type View } from "./view.ts";
import { createWireframeDraws, type WireframeDraws } from "./wireframe-pass.ts";
import {
  createWorldDraws,
  createWorldGeometry,
  destroyWorldDraws,
  destroyWorldGeometry,
  type WorldDraws,
  type WorldGeometry,
} from "./world-pass.ts";

export interface MapDraws {
  geometry: WorldGeometry;
  materials: MaterialTable;
  world: WorldDraws;
  wireframe: WireframeDraws;
  props: PropDraws | null;
  sky: SkyDraws;
  view: View;
  translucent: TranslucentList;
  /** Room for the rows that culling finds. */
  visibleChunks: Uint32Array;
  visibleInstances: Uint32Array;
  leafRank: Uint32Array;
}

export function createMapDraws(context: RenderContext, scene: MapScene): MapDraws {
  const geometry = createWorldGeometry(context.gpu, scene);
  const materials = createMaterialTable(context.gpu, context.shared, "world", scene.materials);
  const world = createWorldDraws(context, geometry, materials);
  return {
    geometry,
    materials,
    world,
    wireframe: createWireframeDraws(context, geometry, world),
    props: null,
    sky: createSkyDraws(context, null),
    view: createView(scene.pvs),
    translucent: createTranslucentList(world.batches.ordered.length, 0),
    visibleChunks: new Uint32Array(scene.chunks.count),
    visibleInstances: new Uint32Array(0),
    leafRank: new Uint32Array(scene.tree.leafCount),
  };
}

export function destroyMapDraws(context: RenderContext, map: MapDraws): void {
  const { gpu } = context;
  destroyWorldDraws(gpu, map.world);
  destroyWorldGeometry(gpu, map.geometry);
  map.materials.destroy();
  if (map.props !== null) destroyPropDraws(gpu, map.props);
  destroySkyDraws(gpu, map.sky);
}

/** Draws the world anew: its geometry or its materials are others. */
function rebuildWorld(context: RenderContext, map: MapDraws): void {
  destroyWorldDraws(context.gpu, map.world);
  map.world = createWorldDraws(context, map.geometry, map.materials);
  map.wireframe = createWireframeDraws(context, map.geometry, map.world);
  resizeTranslucent(map);
}

function resizeTranslucent(map: MapDraws): void {
  map.translucent = createTranslucentList(
    map.world.batches.ordered.length,
    map.props === null ? 0 : map.props.batches.orderedInstance.length,
  );
}

export function replaceMaterials(context: RenderContext, map: MapDraws, set: MaterialSet): void {
  map.materials.destroy();
  map.materials = createMaterialTable(context.gpu, context.shared, "world", set);
  rebuildWorld(context, map);
}

/**
 * The same map in other light: vertices and lightmap are new; materials, textures and the clusters
 * in view stay.
 */
export function relightMap(
  context: RenderContext,
  map: MapDraws,
  scene: MapScene,
  ambient: Float32Array | null,
): void {
  const geometry = createWorldGeometry(context.gpu, scene);
  destroyWorldGeometry(context.gpu, map.geometry);
  map.geometry = geometry;
  map.visibleChunks = new Uint32Array(scene.chunks.count);
  map.leafRank = new Uint32Array(scene.tree.leafCount);
  rebuildWorld(context, map);
  if (ambient !== null && map.props !== null) relightProps(context.gpu, map.props, ambient);
}

export function replaceProps(context: RenderContext, map: MapDraws, set: PropSet): void {
  if (map.props !== null) destroyPropDraws(context.gpu, map.props);
  map.props = createPropDraws(context, set);
  map.visibleInstances = new Uint32Array(set.instanceCount);
  resizeTranslucent(map);
}

export function replaceSky(context: RenderContext, map: MapDraws, sky: Sky): void {
  destroySkyDraws(context.gpu, map.sky);
  map.sky = createSkyDraws(context, sky);
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
    assert(map.props !== null, "a prop texture before the props");
    map.props.materials.setTexture(texture, image);
  }
}
