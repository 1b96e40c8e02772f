/** Draw sources, sky and cameras of a map, which are added as its parts are loaded. */

import { assert } from "../../core/errors.ts";
import type { GpuImage } from "../../core/image.ts";
import { buildFrom, type Owner } from "../../gpu/resource-group.ts";
import type { LeafWaters } from "../../map/tree.ts";
import type {
  ColorCorrections,
  Fog,
  LampSet,
  MapScene,
  MaterialSet,
  PropLight,
  Sky,
  TextureOwner,
  ToneMapping,
} from "../../map/types.ts";
import type { AreaWalk } from "../../visibility/areas.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { DrawSource, MakeSource } from "../draws/draw-set.ts";
import type { BrushMoves, Moves } from "../moment/moves.ts";
import { createSkyDraws, type SkyDraws } from "../world/sky-draws.ts";
import { createWorldGeometry } from "../world/world-geometry.ts";
import {
  createWorldMaterials,
  createWorldSource,
  type WorldSource,
} from "../world/world-source.ts";
import {
  type CameraView,
  createCameraDraws,
  createCameraView,
  destroyCameraView,
} from "./camera-view.ts";
import { createView } from "./view.ts";

export interface MapDraws {
  scene: MapScene;
  /** Sorted by number. */
  sources: readonly DrawSource[];
  /** Number of textures uploaded since the map is shown. */
  textureCount: number;
  sky: SkyDraws;
  /** Fog and exposure now: the scene's, or those that a simulation gives. */
  fog: Fog | null;
  toneMapping: ToneMapping | null;
  /** `null` if the map has none or they are not loaded yet. */
  corrections: ColorCorrections | null;
  /** Projected textures of the map; `null` if it has none or they are not loaded yet. */
  lamps: LampSet | null;
  pyramid: GPUBuffer;
  /** Visible clusters of all views on the GPU. */
  readonly clusters: Owner;
  /** `null` if no water is known. */
  waters: LeafWaters | null;
  /** `null` if no closed area portals are known. */
  areas: AreaWalk | null;
  /** `null` while all brush models are where they were built. */
  moves: BrushMoves | null;
  /** `null` while all models of entities are as they were built. */
  models: Moves | null;
  /** Cameras of the picture and the inset, in that order. */
  readonly cameras: CameraView[];
}

/**
 * @param pyramid the picture's depth pyramid
 * @throws GpuError `limit`; everything created so far is freed then
 */
export function createMapDraws(
  context: RenderContext,
  scene: MapScene,
  pyramid: GPUBuffer,
): MapDraws {
  return buildFrom((keep) => {
    const geometry = keep(createWorldGeometry(context.gpu, scene));
    const materials = keep(createWorldMaterials(context, scene.materials));
    const sources = [createWorldSource(geometry, materials)];
    const sky = keep(createSkyDraws(context, null, scene.skyGradient));
    const block = context.frame.camera;
    const clusters = keep(context.frame.openClusters(createView(scene.pvs).bits.length));
    const camera = createCameraView(context, { scene, sources, sky, pyramid }, block);
    const cameras = [camera];
    const { fog, toneMapping } = scene;
    return {
      ...{ scene, sources, sky, pyramid, clusters, cameras, fog, toneMapping },
      ...{ textureCount: 0, corrections: null, lamps: null, waters: null },
      ...{ areas: null, moves: null, models: null },
    };
  });
}

export function destroyMapDraws(context: RenderContext, map: MapDraws): void {
  for (const camera of map.cameras) destroyCameraView(context, camera);
  for (const part of partsOf(map.sources)) part.destroy();
  map.moves?.destroy();
  map.models?.destroy();
  map.sky.destroy();
  map.clusters.destroy();
}

const partsOf = (sources: readonly DrawSource[]) => sources.flatMap(({ parts }) => parts);

/**
 * Replaces the sources with the same numbers. New draws are created before old ones are destroyed,
 * so that the old ones stay if a limit is exceeded.
 */
export function replaceSources(
  context: RenderContext,
  map: MapDraws,
  changed: readonly DrawSource[],
  scene = map.scene,
): void {
  const isChanged = ({ number }: DrawSource) => changed.some((source) => source.number === number);
  const sources = [...map.sources.filter((source) => !isChanged(source)), ...changed];
  sources.sort((a, b) => a.number - b.number);
  const draws = buildFrom((keep) =>
    map.cameras.map((camera) =>
      keep(createCameraDraws(context, camera, scene, sources, map.pyramid)),
    ),
  );
  map.cameras.forEach((camera, i) => {
    camera.draws.destroy();
    camera.draws = draws[i];
  });
  const kept = new Set<Owner>(partsOf(sources));
  for (const part of partsOf(map.sources)) if (!kept.has(part)) part.destroy();
  map.sources = sources;
  map.scene = scene;
}

function worldOf(map: MapDraws): WorldSource {
  return sourceOf(map, "world") as WorldSource;
}

function sourceOf(map: MapDraws, name: string): DrawSource | null {
  return map.sources.find((source) => source.name === name) ?? null;
}

export function replaceMaterials(
  context: RenderContext,
  map: MapDraws,
  set: MaterialSet,
  waters: LeafWaters | null,
): void {
  map.waters = waters;
  buildFrom((keep) => {
    const materials = keep(createWorldMaterials(context, set));
    replaceSources(context, map, [createWorldSource(worldOf(map).geometry, materials)]);
  });
}

/**
 * Replaces the lighting of a map. Sources affected by it are recreated; all others and the visible
 * clusters are kept.
 * @throws GpuError `limit`; the map is unchanged then
 */
export function relightMap(
  context: RenderContext,
  map: MapDraws,
  scene: MapScene,
  light: PropLight | null,
): void {
  const relit = buildFrom((keep) => {
    const made = map.sources.flatMap((source) => source.relight(context, keep, scene, light) ?? []);
    replaceSources(
      context,
      map,
      made.map(({ source }) => source),
      scene,
    );
    return made;
  });
  for (const { finish } of relit) finish();
}

/**
 * Draws a source, replacing the one with the same number, if any.
 * @throws GpuError `limit`; the map is unchanged then
 */
export function replaceSource(context: RenderContext, map: MapDraws, make: MakeSource): void {
  buildFrom((keep) => replaceSources(context, map, [make(context, keep, map.scene)]));
}

export function replaceSky(context: RenderContext, map: MapDraws, sky: Sky): void {
  const before = map.sky;
  showSky(map, createSkyDraws(context, sky, map.scene.skyGradient));
  before.destroy();
}

function showSky(map: MapDraws, sky: SkyDraws): void {
  for (const camera of map.cameras) camera.sky = sky.record(camera.block.bindGroup);
  map.sky = sky;
}

/**
 * Adds or removes the second camera.
 * @throws GpuError `limit`; everything created so far is freed then
 */
export function setSecondCamera(context: RenderContext, map: MapDraws, isThere: boolean): void {
  const [, second] = map.cameras;
  if (isThere === (second !== undefined)) return;
  if (isThere) {
    map.cameras.push(createCameraView(context, map, null));
  } else {
    destroyCameraView(context, second);
    map.cameras.length = 1;
  }
}

/** Binds another depth pyramid after the picture's size has changed. */
export function replacePyramid(map: MapDraws, pyramid: GPUBuffer): void {
  map.pyramid = pyramid;
  for (const { draws } of map.cameras) draws.table.bindPyramid(pyramid);
}

export function setMapTexture(
  map: MapDraws,
  owner: TextureOwner,
  texture: number,
  image: GpuImage,
): void {
  if (owner === "sky") {
    showSky(map, map.sky.withSide(texture, image));
    return;
  }
  const source = sourceOf(map, owner);
  assert(source !== null, `a texture of ${owner} is set before ${owner} is loaded`);
  source.materials.setTexture(texture, image);
  map.textureCount++;
}
