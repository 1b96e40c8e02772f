/** Opens a map for counting costs, without reading its textures. */

import { memoryBytes } from "../../content/bytes/memory-bytes.ts";
import type { ContentSource } from "../../content/types.ts";
import { Diagnostics, type Warning } from "../../core/diagnostics.ts";
import type { Limits } from "../../core/limits.ts";
import { CONTENTS_GRATE, CONTENTS_WINDOW } from "../../formats/bsp/layouts/contents-flags.ts";
import type { Brushes } from "../../formats/bsp/read/read-brushes.ts";
import type { BspWorld } from "../../formats/bsp/types.ts";
import type { MapAreas } from "../../map/areas.ts";
import type { MapCollision } from "../../map/collision.ts";
import { type MaterialSet, PASS_ALPHA_TEST, PASS_NONE, PASS_OPAQUE } from "../../map/material.ts";
import type { BrushModels } from "../../map/motion/brush-models.ts";
import type { PropSet } from "../../map/props.ts";
import type { Pvs } from "../../map/tree.ts";
import type { MapScene } from "../../map/types.ts";
import type { Chunks, WorldMesh } from "../../map/world.ts";
import { buildCollision } from "../../scene/collision/collision.ts";
import { openMap } from "../../scene/open/map-session.ts";
import { openBsp, readBsp } from "../../scene/open/read-map.ts";
import { readBrushRanges } from "../../scene/open/read-map-details.ts";
import { buildStandingMap, type StandingMap } from "./standing-places.ts";

// Map data for counting costs: drawn surfaces, visibility and occluding geometry.

/** Runs of triangles of the world, one row per chunk of the scene. */
export interface WorldUnits {
  readonly mesh: WorldMesh;
  readonly chunks: Chunks;
  /** Triangles per chunk, hidden ones included; 0 if its material is not drawn. */
  readonly triangles: Uint32Array;
  /** 1 for translucent chunks, which are drawn back to front. */
  readonly isTranslucent: Uint8Array;
  /** Brush models with chunks; `null` if there are none. */
  readonly models: BrushModels | null;
}

export interface CostMap extends StandingMap {
  readonly name: string;
  /** `null` if every cluster sees all others. */
  readonly pvs: Pvs | null;
  /** `null` if no area portal is closed at map start. */
  readonly areas: MapAreas | null;
  /** Open area portals by their `portalnumber`; left out or `null` for those at map start. */
  readonly openPortals?: Uint8Array | null;
  readonly world: WorldUnits;
  /** `null` if the map has no static props, or none whose model was found. */
  readonly props: PropSet | null;
  /** Static props in the map, including those with missing models. */
  readonly statedProps: number;
  /** Opaque geometry: no glass, no grates, no brush entities. */
  readonly opaque: MapCollision;
  readonly warnings: readonly Warning[];
}

/** Texture size limit for loading. Irrelevant here, because no texture is read. */
const ANY_TEXTURE = 16384;

export interface CostSource {
  /** Name of the map, without folder and extension. */
  readonly name: string;
  /** The whole file. */
  readonly bytes: Uint8Array;
  /** Sources of materials and models besides the map's own files. */
  readonly sources: readonly ContentSource[];
}

export interface OpenCostOptions {
  readonly limits?: Limits;
  readonly signal?: AbortSignal;
}

/** Opens the map. @throws FormatError if the map cannot be drawn; CancelledError */
export async function openCostMap(
  { name, bytes, sources }: CostSource,
  { limits, signal }: OpenCostOptions = {},
): Promise<CostMap> {
  const options = {
    ...(limits === undefined ? {} : { limits }),
    ...(signal === undefined ? {} : { signal }),
  };
  const session = openMap(bytes, sources, {
    name,
    side: "hdr",
    textureCompressionBc: true,
    maxTextureDimension: ANY_TEXTURE,
    hasTextures: false,
    ...options,
  });
  let scene: MapScene | null = null;
  let materials: MaterialSet | null = null;
  let props: PropSet | null = null;
  let areas: MapAreas | null = null;
  let statedProps = 0;
  for await (const event of session.load()) {
    if (event.type === "scene") scene = event.scene;
    else if (event.type === "materials") materials = event.materials;
    else if (event.type === "details") statedProps = event.staticPropCount;
    else if (event.type === "areas") areas = event.areas;
    else if (event.type === "props") props = event.props;
  }
  if (scene === null || materials === null) throw new Error("a load without a scene");
  const source = memoryBytes(name, bytes);
  const bsp = await readBsp(source, "hdr", signal);
  const file = await openBsp(source, "hdr", signal, limits);
  const brushes = (await readBrushRanges(file, signal))(bsp, new Diagnostics());
  const { tree, pvs } = scene;
  return {
    ...buildStandingMap(bsp, brushes, tree, pvs),
    name,
    pvs,
    areas,
    world: listUnits(scene, materials),
    props,
    statedProps,
    opaque: buildOpaque(bsp, brushes),
    warnings: session.diagnostics.warnings,
  };
}

function listUnits(
  { world: mesh, chunks, brushes: models }: MapScene,
  { pass }: MaterialSet,
): WorldUnits {
  const count = chunks.kind.length;
  const triangles = new Uint32Array(count);
  const isTranslucent = new Uint8Array(count);
  for (let chunk = 0; chunk < count; chunk++) {
    const drawn = pass[chunks.material[chunk]];
    if (drawn === PASS_NONE) continue;
    triangles[chunk] = chunks.indexCount[chunk] / 3;
    isTranslucent[chunk] = drawn === PASS_OPAQUE || drawn === PASS_ALPHA_TEST ? 0 : 1;
  }
  return { mesh, chunks, triangles, isTranslucent, models };
}

/** Builds the collision of the world's opaque brushes and its displacements. */
function buildOpaque(bsp: BspWorld, brushes: Brushes) {
  const seenThrough = CONTENTS_WINDOW | CONTENTS_GRATE;
  const contents = brushes.contents.map((bits) => ((bits & seenThrough) === 0 ? bits : 0));
  const world = { model: 0, entity: 0, matrix: null, modulation: null };
  return buildCollision(bsp, { ...brushes, contents }, [world]);
}
