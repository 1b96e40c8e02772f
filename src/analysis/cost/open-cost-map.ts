/** Opens a map as far as its costs need it: its textures are named, and not read. */

import { CONTENTS_GRATE, CONTENTS_WINDOW } from "../../compile/material-flags.ts";
import { memoryBytes } from "../../content/bytes/memory-bytes.ts";
import type { ContentSource } from "../../content/types.ts";
import { Diagnostics, type Warning } from "../../core/diagnostics.ts";
import type { Limits } from "../../core/limits.ts";
import type { Brushes } from "../../formats/bsp/read/read-brushes.ts";
import type { BspWorld } from "../../formats/bsp/types.ts";
import type { MapAreas } from "../../map/areas.ts";
import type { MapCollision } from "../../map/collision.ts";
import { type MaterialSet, PASS_ALPHA_TEST, PASS_NONE, PASS_OPAQUE } from "../../map/material.ts";
import type { PropSet } from "../../map/props.ts";
import type { Pvs } from "../../map/tree.ts";
import type { MapScene } from "../../map/types.ts";
import type { Chunks, WorldMesh } from "../../map/world.ts";
import { buildCollision } from "../../scene/collision/collision.ts";
import { openMap } from "../../scene/open/map-session.ts";
import { openBsp, readBsp } from "../../scene/open/read-map.ts";
import { readBrushRanges } from "../../scene/open/read-map-details.ts";
import { buildStandingMap, type StandingMap } from "./standing-places.ts";

// A map as its costs are counted: what is drawn of it, from where it is seen, and what stops a look.

/** Runs of triangles of the world that are drawn, a row a chunk of the scene. */
export interface WorldUnits {
  readonly mesh: WorldMesh;
  readonly chunks: Chunks;
  /** 0: nothing is drawn of the chunk. */
  readonly triangles: Uint32Array;
  /** 1: it blends, and is drawn back to front. */
  readonly isTranslucent: Uint8Array;
}

export interface CostMap extends StandingMap {
  readonly name: string;
  /** null: everything is seen from everywhere. */
  readonly pvs: Pvs | null;
  /** null: nothing is closed when the map starts. */
  readonly areas: MapAreas | null;
  readonly world: WorldUnits;
  /** null: it has none, or none whose model was found. */
  readonly props: PropSet | null;
  /** Static props that the map lists, whether their models were found or not. */
  readonly statedProps: number;
  /** What is not seen through: no glass, no grates, no brush entities. */
  readonly opaque: MapCollision;
  readonly warnings: readonly Warning[];
}

/** No device is asked what it takes: no texture is read. */
const ANY_TEXTURE = 16384;

export interface CostSource {
  /** Without folder and extension. */
  readonly name: string;
  /** The whole file. */
  readonly bytes: Uint8Array;
  /** Where materials and models may be found beside the map's own files. */
  readonly sources: readonly ContentSource[];
}

export interface OpenCostOptions {
  readonly limits?: Limits;
  readonly signal?: AbortSignal;
}

/** @throws FormatError where the map cannot be drawn; CancelledError */
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
    else if (event.type === "texture" || event.type === "done") break;
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

function listUnits({ world: mesh, chunks }: MapScene, { pass }: MaterialSet): WorldUnits {
  const triangles = new Uint32Array(chunks.count);
  const isTranslucent = new Uint8Array(chunks.count);
  for (let chunk = 0; chunk < chunks.count; chunk++) {
    const drawn = pass[chunks.material[chunk]];
    if (drawn === PASS_NONE) continue;
    triangles[chunk] = chunks.indexCount[chunk] / 3;
    isTranslucent[chunk] = drawn === PASS_OPAQUE || drawn === PASS_ALPHA_TEST ? 0 : 1;
  }
  return { mesh, chunks, triangles, isTranslucent };
}

/** The world's own brushes that nobody sees through, and its displacements. */
function buildOpaque(bsp: BspWorld, brushes: Brushes) {
  const seenThrough = CONTENTS_WINDOW | CONTENTS_GRATE;
  const contents = brushes.contents.map((bits) => ((bits & seenThrough) === 0 ? bits : 0));
  const world = { model: 0, entity: 0, matrix: null, modulation: null };
  return buildCollision(bsp, { ...brushes, contents }, [world]);
}
