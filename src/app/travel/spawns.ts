/** Where players begin, and where cameras stand, by the map's entities. */

import type { CameraPose, MapEntity } from "../../viewer/index.ts";

/** Of a standing player, inches above the feet. */
const EYE_HEIGHT = 64;
/** More are no help to who goes from one to the next. */
const MAX_SPAWNS = 256;
/** Of a page of them. */
const MAX_OWN_PLACES = 2048;

/** Spawns of the Source games: `info_player_start`, `info_player_terrorist`, ... */
const SPAWN = /^info_(player_\w+|coop_spawn|survivor_position|deathmatch_spawn)$/i;

/** What looks at the map for its players, or is there to be looked from. */
const CAMERA =
  /^(point_viewcontrol\w*|point_camera|point_devshot_camera|info_intermission|info_observer_(point|menu))$/i;

/** A spawn or a camera, with what it is called. */
export interface OwnPlace extends CameraPose {
  readonly className: string;
  /** Its `targetname`; empty where it has none. */
  readonly name: string;
}

/** At eye height, in the order in which the map lists them. */
export function listSpawns(entities: readonly MapEntity[]): CameraPose[] {
  return listPlaces(entities, SPAWN, EYE_HEIGHT).slice(0, MAX_SPAWNS).map(poseOf);
}

/** The map's own cameras, in the order in which it lists them. */
export function listCameras(entities: readonly MapEntity[]): CameraPose[] {
  return listPlaces(entities, CAMERA, 0).slice(0, MAX_SPAWNS).map(poseOf);
}

/** Both, spawns first. */
export function listOwnPlaces(entities: readonly MapEntity[]): OwnPlace[] {
  return [...listPlaces(entities, SPAWN, EYE_HEIGHT), ...listPlaces(entities, CAMERA, 0)].slice(
    0,
    MAX_OWN_PLACES,
  );
}

function poseOf({ x, y, z, pitch, yaw }: OwnPlace): CameraPose {
  return { x, y, z, pitch, yaw };
}

function listPlaces(entities: readonly MapEntity[], wanted: RegExp, lift: number): OwnPlace[] {
  const places: OwnPlace[] = [];
  for (const entity of entities) {
    const className = keyValue(entity, "classname").toLowerCase();
    if (!wanted.test(className)) continue;
    const [x, y, z] = readVector(keyValue(entity, "origin"));
    const [pitch, yaw] = readVector(keyValue(entity, "angles") || "0 0 0");
    if (![x, y, z, pitch, yaw].every(Number.isFinite)) continue;
    const name = keyValue(entity, "targetname");
    places.push({ className, name, x, y, z: z + lift, pitch, yaw });
    if (places.length === MAX_OWN_PLACES) break;
  }
  return places;
}

function keyValue(entity: MapEntity, key: string): string {
  return entity.find(([name]) => name.toLowerCase() === key)?.[1] ?? "";
}

function readVector(text: string): number[] {
  const numbers = text.trim().split(/\s+/).map(Number);
  return numbers.length >= 3 && text.trim() !== "" ? numbers.slice(0, 3) : [Number.NaN];
}
