/** Reads the light at a place of a map, to light a single model there. */

import type { ByteSource } from "../../content/bytes/byte-source.ts";
import type { ContentSource } from "../../content/types.ts";
import type { Diagnostics } from "../../core/diagnostics.ts";
import type { Limits } from "../../core/limits.ts";
import type { BspWorld } from "../../formats/bsp/types.ts";
import type { PropLight } from "../../map/props.ts";
import type { LightSideName } from "../../map/types.ts";
import { NO_WORLD_LIGHT } from "../../map/world-lights.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import { buildCollision } from "../collision/collision.ts";
import { buildPropLight } from "../light/build-prop-light.ts";
import { copyTerrain } from "../light/light-blockers.ts";
import { buildLightPatterns } from "../light/light-patterns.ts";
import { openMapPakfile } from "../open/open-content.ts";
import { openBsp, parseWorld, readDamagedWorld, readWorldRanges } from "../open/read-map.ts";
import { readBrushRanges, readDetailRanges } from "../open/read-map-details.ts";
import { openSceneParts } from "../open/scene-parts.ts";
import { nearestCubemap } from "../props/prop-cubemaps.ts";
import type { PropModel } from "../props/prop-model.ts";
import { classOf, originOf } from "../start/entity-values.ts";
import { spawnRankOf } from "../start/place-classes.ts";
import { buildMapScene, chooseLightSide } from "../world/map-scene.ts";
import { brightnessAtFirst, lightFromOrigin } from "./place-light.ts";

/** A map that lights a model, opened for partial reads. */
export interface LightingMap {
  /** Name without folder and extension. */
  readonly name: string;
  readonly bytes: ByteSource;
  /** The archive that contains the map; `null` if it is a separate file. */
  readonly content: ContentSource | null;
}

export interface MapLightOptions {
  /** Position of the model in inches; `null` for the map's first player start. */
  readonly at: readonly [x: number, y: number, z: number] | null;
  readonly side: LightSideName;
  readonly limits?: Limits;
  readonly signal?: AbortSignal;
}

/** The place in a map where light was sampled. */
export interface LightPlace {
  readonly map: string;
  /** Position of the model's origin in the map, inches. */
  readonly at: readonly [x: number, y: number, z: number];
  /**
   * Class of the entity at that position; `null` if the position was given, or is the map's start
   * view.
   */
  readonly entity: string | null;
  /** Number of lamps that light the model directly, including the sun. */
  readonly lamps: number;
}

export interface MapLight {
  readonly place: LightPlace;
  /** Light of one instance at the origin; lamp positions are relative to it. */
  readonly light: PropLight;
  /** The map's exposure. */
  readonly exposure: number;
  /** Side (LDR or HDR) that was read. */
  readonly side: LightSideName;
  /** Cubemap that `$envmap env_cubemap` reflects there, without `materials/` and `.vtf`. */
  readonly cubemap: string;
  /** Sources that contain the cubemap: the map's own files, and its archive. */
  readonly content: readonly ContentSource[];
}

/**
 * Reads the light of a prop without baked light at a place: the ambient cube at its lighting point,
 * and the strongest lamps visible from there. Only the lumps of the map's world, light and brushes
 * are read.
 * @throws FormatError if the map cannot be drawn, CancelledError
 */
export async function readMapLight(
  { name, bytes, content }: LightingMap,
  model: PropModel,
  options: MapLightOptions,
  diagnostics: Diagnostics,
): Promise<MapLight> {
  const { signal } = options;
  const file = await openBsp(bytes, options.side, signal, options.limits);
  const lumps = await readWorldRanges(file, signal);
  const world = parseWorld(file, lumps) ?? (await readDamagedWorld(file, signal));
  const { ledger } = file;
  const [addDetails, parseBrushes] = await Promise.all([
    readDetailRanges(file, chooseLightSide(world.bsp, options.side), signal),
    readBrushRanges(file, signal),
  ]);
  const { parts } = await openSceneParts(name, world, diagnostics, ledger);
  const { tree, pvs, placements } = parts;
  const scene = buildMapScene(parts, options.side, diagnostics, ledger);
  const bsp = addDetails(world.bsp, diagnostics);
  const brushes = parseBrushes(bsp, diagnostics);
  const terrain = copyTerrain(buildCollision(bsp, brushes, placements));

  const { x, y, z } = scene.start;
  const { at, entity } = findPlace(bsp, options.at) ?? { at: [x, y, z] as const, entity: null };
  const point = Float32Array.from(at, (value, axis) => value + model.lightPoint[axis]);
  const side = scene.side ?? options.side;
  const light = await buildPropLight(
    bsp,
    tree,
    scene.side,
    {
      lightingPoint: point,
      instanceLeaf: Uint32Array.of(findLeaf(tree, point[0], point[1], point[2])),
      flags: new Uint32Array(1),
      isBumped: new Uint8Array(1),
      own: null,
      baked: { prop: new Uint32Array(0), model: [model], firstVertex: new Uint32Array(1) },
      sources: { pak: null, pvs, brushes, terrain },
      blockers: null,
    },
    { diagnostics, ledger, signal },
  );
  const patterns = buildLightPatterns(bsp);
  const pak = await openMapPakfile(file, diagnostics, signal);
  return {
    place: { map: name, at, entity, lamps: countLamps(light) },
    light: lightFromOrigin(light, at, (style) => brightnessAtFirst(scene.styles, patterns, style)),
    exposure: scene.exposure,
    side,
    cubemap: nearestCubemap({ ...bsp, name }, point),
    content: [pak, content].filter((source) => source !== null),
  };
}

type Place = Pick<LightPlace, "at" | "entity">;

/** Returns `null` if the map has no player start. */
function findPlace({ entities }: BspWorld, at: MapLightOptions["at"]): Place | null {
  if (at !== null) return { at, entity: null };
  let best: Place | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const entity of entities) {
    const rank = spawnRankOf(classOf(entity));
    const origin = originOf(entity);
    if (rank < 0 || rank >= least || origin === null) continue;
    least = rank;
    best = { at: origin, entity: classOf(entity) };
  }
  return best;
}

function countLamps({ lights }: PropLight): number {
  return lights.filter((light) => light !== NO_WORLD_LIGHT).length;
}
