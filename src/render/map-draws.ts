/** What a map is drawn with, put together piece by piece as its parts arrive. */

import { assert } from "../core/errors.ts";
import type { GpuImage } from "../core/image.ts";
import { buildOwner, type Owner } from "../gpu/resource-group.ts";
import type { MapScene, MaterialSet, PropLight, PropSet, Sky } from "../map/types.ts";
import { createMaterialTable, type MaterialTable } from "./material-table.ts";
import { createPropDraws, type PropDraws, relightProps } from "./prop-pass.ts";
import type { RenderContext } from "./render-context.ts";
import { createSkyDraws, type SkyDraws } from "./sky-pass.ts";
import { createTranslucentList, type TranslucentList } from "./translucent-pass.ts";
import { createView, type View } from "./view.ts";
import { createWireframeDraws, type WireframeDraws } from "./wireframe-pass.ts";
import {
  createWorldDraws,
  createWorldGeometry,
  type WorldDraws,
  type WorldGeometry,
} from "./world-pass.ts";

export interface MapDraws {
  geometry: WorldGeometry;
  materials: MaterialTable & Owner;
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

/** @throws GpuError `limit`; nothing is left behind then */
export function createMapDraws(context: RenderContext, scene: MapScene): MapDraws {
  const parts: Owner[] = [];
  const keep = <T extends Owner>(part: T): T => {
    parts.push(part);
    return part;
  };
  try {
    const geometry = keep(createWorldGeometry(context.gpu, scene));
    const materials = keep(createWorldMaterials(context, scene.materials));
    const world = keep(createWorldDraws(context, geometry, materials));
    return {
      geometry,
      materials,
      world,
      wireframe: createWireframeDraws(context, geometry, world),
      props: null,
      sky: keep(createSkyDraws(context, null)),
      view: createView(scene.pvs),
      translucent: createTranslucentList(world.batches.ordered.length, 0),
      visibleChunks: new Uint32Array(scene.chunks.count),
      visibleInstances: new Uint32Array(0),
      leafRank: new Uint32Array(scene.tree.leafCount),
    };
  } catch (error) {
    for (const part of parts) part.destroy();
    throw error;
  }
}

export function destroyMapDraws(map: MapDraws): void {
  for (const part of [map.world, map.geometry, map.materials, map.sky]) part.destroy();
  map.props?.destroy();
}

function createWorldMaterials(context: RenderContext, set: MaterialSet): MaterialTable & Owner {
  return buildOwner(context.gpu, (group) =>
    createMaterialTable(group, context.shared, "world", set),
  );
}

/** Draws the world with other geometry or materials; frees what it was drawn with. */
function replaceWorld(
  context: RenderContext,
  map: MapDraws,
  geometry: WorldGeometry,
  materials: MaterialTable & Owner,
): void {
  const world = createWorldDraws(context, geometry, materials);
  map.world.destroy();
  if (geometry !== map.geometry) map.geometry.destroy();
  if (materials !== map.materials) map.materials.destroy();
  map.geometry = geometry;
  map.materials = materials;
  map.world = world;
  map.wireframe = createWireframeDraws(context, geometry, world);
  resizeTranslucent(map);
}

function resizeTranslucent(map: MapDraws): void {
  map.translucent = createTranslucentList(
    map.world.batches.ordered.length,
    map.props === null ? 0 : map.props.batches.orderedInstance.length,
  );
}

export function replaceMaterials(context: RenderContext, map: MapDraws, set: MaterialSet): void {
  replaceWorld(context, map, map.geometry, createWorldMaterials(context, set));
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
  replaceWorld(context, map, createWorldGeometry(context.gpu, scene), map.materials);
  map.visibleChunks = new Uint32Array(scene.chunks.count);
  map.leafRank = new Uint32Array(scene.tree.leafCount);
  if (light !== null && map.props !== null) relightProps(context.gpu, map.props, light);
}

export function replaceProps(context: RenderContext, map: MapDraws, set: PropSet): void {
  const props = createPropDraws(context, set);
  map.props?.destroy();
  map.props = props;
  map.visibleInstances = new Uint32Array(set.instanceCount);
  resizeTranslucent(map);
}

export function replaceSky(context: RenderContext, map: MapDraws, sky: Sky): void {
  const draws = createSkyDraws(context, sky);
  map.sky.destroy();
  map.sky = draws;
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
