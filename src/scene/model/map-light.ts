/** The light of a place in a map, for a model alone: what lights it if it stands there. */

import type { ByteSource } from "../../content/bytes/byte-source.ts";
import type { ContentSource } from "../../content/types.ts";
import type { Diagnostics } from "../../core/diagnostics.ts";
import type { Limits } from "../../core/limits.ts";
import type { BspWorld } from "../../formats/bsp/types.ts";
import type { PropLight } from "../../map/props.ts";
import type { LightPatterns, LightSideName, LightStyles } from "../../map/types.ts";
import { NO_WORLD_LIGHT, WORLD_LIGHT_ROW, WORLD_LIGHT_STYLE_MASK } from "../../map/world-lights.ts";
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

// A map's light as a model alone has it, which stands at the origin of its own space.

const ROW_WORDS = WORLD_LIGHT_ROW.strideBytes / 4;
const ORIGIN = WORLD_LIGHT_ROW.origin / 4;
const FLAGS = WORLD_LIGHT_ROW.flags / 4;
const INTENSITY = WORLD_LIGHT_ROW.intensity / 4;
const NORMAL = WORLD_LIGHT_ROW.normal / 4;
const CUBE_FLOATS = 18;

/** The letters of a pattern: dark, and as bright as was compiled. */
const DARK_LETTER = 97;
const FULL_LETTERS = 12;

/** How bright a style is at time 0. */
export function brightnessAtFirst(
  styles: LightStyles,
  patterns: LightPatterns | null,
  style: number,
): number {
  const pattern = patterns?.[style];
  if (!pattern) return styles[style];
  return Math.max(0, pattern.charCodeAt(0) - DARK_LETTER) / FULL_LETTERS;
}

/**
 * The same light where `at` is the origin; lamps are as bright as their styles are, and of none any more.
 * @param at inches
 */
export function lightFromOrigin(
  light: PropLight,
  at: readonly [number, number, number],
  brightnessOf: (style: number) => number,
): PropLight {
  const worldLights = light.worldLights.slice();
  const floats = new Float32Array(worldLights.buffer);
  for (let row = 0; row < worldLights.length; row += ROW_WORDS) {
    const brightness = brightnessOf(worldLights[row + FLAGS] & WORLD_LIGHT_STYLE_MASK);
    for (let k = 0; k < 3; k++) {
      floats[row + ORIGIN + k] -= at[k];
      floats[row + INTENSITY + k] *= brightness;
    }
    worldLights[row + FLAGS] &= ~WORLD_LIGHT_STYLE_MASK;
  }
  return { ...light, worldLights };
}

/**
 * The same light turned about z: as if the model was turned the other way. Between right angles the sides of the
 * ambient cube are what the cube gives along their directions, as its sides are all that is known of it.
 * @param yaw degrees
 */
export function turnLight(light: PropLight, yaw: number): PropLight {
  if (yaw === 0) return light;
  const angle = (yaw * Math.PI) / 180;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const worldLights = light.worldLights.slice();
  const floats = new Float32Array(worldLights.buffer);
  for (let row = 0; row < worldLights.length; row += ROW_WORDS) {
    for (const column of [ORIGIN, NORMAL]) {
      const [x, y] = [floats[row + column], floats[row + column + 1]];
      floats[row + column] = c * x - s * y;
      floats[row + column + 1] = s * x + c * y;
    }
  }
  const ambient = light.ambient.slice();
  // Of +x, -x, +y, -y: where each of them was before it was turned.
  const before = [
    [c, -s],
    [-c, s],
    [s, c],
    [-s, -c],
  ];
  for (const [side, [x, y]] of before.entries()) {
    const [atX, atY] = [x >= 0 ? 0 : 3, y >= 0 ? 6 : 9];
    for (let k = 0; k < 3; k++) {
      ambient[side * 3 + k] = x * x * light.ambient[atX + k] + y * y * light.ambient[atY + k];
    }
  }
  return { ...light, ambient: ambient.subarray(0, CUBE_FLOATS), worldLights };
}

/** A map that lights a model, opened for reading in parts. */
export interface LightingMap {
  /** Without folder and extension. */
  readonly name: string;
  readonly bytes: ByteSource;
  /** What it was packed with; null: it lies by itself. */
  readonly content: ContentSource | null;
}

export interface MapLightOptions {
  /** Where the model stands, inches; null: where the map's first player starts. */
  readonly at: readonly [x: number, y: number, z: number] | null;
  readonly side: LightSideName;
  readonly limits?: Limits;
  readonly signal?: AbortSignal;
}

/** Where the light of a map was taken. */
export interface LightPlace {
  readonly map: string;
  /** Inches, in the map: the model's origin. */
  readonly at: readonly [x: number, y: number, z: number];
  /** The class of the entity that stands there; null: it was given, or is where the map is looked at from first. */
  readonly entity: string | null;
  /** Lamps that light the model by themselves, the sun among them. */
  readonly lamps: number;
}

export interface MapLight {
  readonly place: LightPlace;
  /** Of one instance at the origin of its own space: lamps are where they are from there. */
  readonly light: PropLight;
  /** What the map is shown at. */
  readonly exposure: number;
  /** Light that was read. */
  readonly side: LightSideName;
  /** What `$envmap env_cubemap` mirrors there, without `materials/` and `.vtf`. */
  readonly cubemap: string;
  /** Where that file is: the map's own files, and what it was packed with. */
  readonly content: readonly ContentSource[];
}

/**
 * Light as a prop without baked light has it that stands in a map: the ambient cube at its lighting point, and the
 * strongest lamps that are seen from there. Of the map are read the lumps of its world, its light and its brushes.
 * @throws FormatError of a map that cannot be shown, CancelledError
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

/** null: the map has no place where a player starts. */
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
