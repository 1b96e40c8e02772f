/**
 * Lists places to look from, a few of each kind: spawns, cameras, teleport destinations, items and
 * lights.
 */

import type { BspWorld } from "../../formats/bsp/types.ts";
import { EYE_HEIGHT } from "../../map/hulls.ts";
import type { CameraPose } from "../../map/types.ts";
import { anglesOf, classOf, originOf } from "./entity-values.ts";

// Entities that mark a place worth looking from.

/** Kinds of places, the preferred first: visitors look for a spawn that they know. */
export const PLACE_SPAWN = 0;
export const PLACE_CAMERA = 1;
const PLACE_TELEPORT = 2;
const PLACE_ITEM = 3;
const PLACE_LIGHT = 4;
export const PLACE_LEAF = 5;
const PLACE_KINDS = 6;

/** Spawn classes of Source games, the preferred first; other `info_player_*` come after them. */
const SPAWN_CLASSES = [
  "info_player_start",
  "info_player_teamspawn",
  "info_player_counterterrorist",
  "info_player_terrorist",
  "info_player_deathmatch",
  "info_player_combine",
  "info_player_rebel",
  "info_player_allies",
  "info_player_axis",
  "info_coop_spawn",
  "info_survivor_position",
  "info_survivor_rescue",
  "info_deathmatch_spawn",
  "info_armsrace_counterterrorist",
  "info_armsrace_terrorist",
  "info_enemy_terrorist_spawn",
  "info_ff_teamspawn",
  "gmod_player_start",
  "aoc_spawnpoint",
  "ins_spawnpoint",
  "dys_spawn_point",
  "bb_spawnpoint",
];
const SPAWN_RANK = new Map(SPAWN_CLASSES.map((name, rank) => [name, rank]));

/** Returns true if players start at entities of a class. */
export function isSpawnClass(name: string): boolean {
  return SPAWN_RANK.has(name) || name.startsWith("info_player_");
}

/** Number of spawn ranks: those of the table, and one for the rest. */
const SPAWN_RANKS = SPAWN_CLASSES.length + 1;

/** Cameras that look at the map, unlike `sky_camera`, which is in the 3D skybox. */
const CAMERA_CLASSES: ReadonlySet<string> = new Set([
  "info_observer_point",
  "info_intermission",
  "point_devshot_camera",
  "point_viewcontrol",
  "point_viewcontrol_multiplayer",
  "point_viewcontrol_survivor",
  "point_camera",
]);

const TELEPORT_CLASSES: ReadonlySet<string> = new Set([
  "info_teleport_destination",
  "info_teleport_target",
  "info_target_teleport",
]);

/** Whether places of a kind have a viewing direction. */
export function isFacing(kind: number): boolean {
  return kind === PLACE_SPAWN || kind === PLACE_CAMERA || kind === PLACE_TELEPORT;
}

/** Returns the kind of a lower-case class name; −1 if it is not a place. */
function placeKindOf(className: string): number {
  if (spawnRankOf(className) >= 0) return PLACE_SPAWN;
  if (CAMERA_CLASSES.has(className)) return PLACE_CAMERA;
  if (TELEPORT_CLASSES.has(className)) return PLACE_TELEPORT;
  if (className.startsWith("item_") || className.startsWith("weapon_")) return PLACE_ITEM;
  if (className === "light" || className === "light_spot") return PLACE_LIGHT;
  return -1;
}

/** Returns the rank of a spawn class, 0 being preferred; −1 if it is not a spawn. */
export function spawnRankOf(className: string): number {
  const rank = SPAWN_RANK.get(className);
  if (rank !== undefined) return rank;
  return className.startsWith("info_player_") ? SPAWN_CLASSES.length : -1;
}

export interface Place {
  readonly kind: number;
  /** Eye position and direction of the entity, before testing for room. */
  readonly pose: CameraPose;
}

/** Distance below a lamp, inches. */
const BELOW_LIGHT = 64;

/** Most entities tried per spawn class, and per other kind. */
const MOST_OF_CLASS = 4;
const MOST_OF_KIND: readonly number[] = [16, 6, 6, 6, 8];

/** Returns up to `most` of the rows, spread evenly; the first is always included. */
function spread(rows: readonly number[], most: number): number[] {
  if (rows.length <= most) return [...rows];
  return Array.from({ length: most }, (_, i) => rows[Math.floor((i * rows.length) / most)]);
}

function placeOf(bsp: BspWorld, row: number, kind: number): Place {
  const entity = bsp.entities[row];
  const [x, y, z] = originOf(entity)!;
  if (kind === PLACE_CAMERA) return { kind, pose: { x, y, z, ...anglesOf(entity) } };
  if (kind === PLACE_LIGHT) return { kind, pose: { x, y, z: z - BELOW_LIGHT, pitch: 0, yaw: 0 } };
  const facing = isFacing(kind) ? anglesOf(entity) : { pitch: 0, yaw: 0 };
  return { kind, pose: { x, y, z: z + EYE_HEIGHT, ...facing } };
}

/** Lists places by kind, in order of preference. */
export function listPlaces(bsp: BspWorld): Place[][] {
  const spawns: number[][] = Array.from({ length: SPAWN_RANKS }, () => []);
  const rows: number[][] = Array.from({ length: PLACE_KINDS - 1 }, () => []);
  for (const [row, entity] of bsp.entities.entries()) {
    const className = classOf(entity);
    const kind = placeKindOf(className);
    if (kind < 0 || originOf(entity) === null) continue;
    if (kind === PLACE_SPAWN) spawns[spawnRankOf(className)].push(row);
    else rows[kind].push(row);
  }
  rows[PLACE_SPAWN] = spawns.flatMap((ofClass) => spread(ofClass, MOST_OF_CLASS));
  return rows.map((ofKind, kind) => {
    const most = MOST_OF_KIND[kind];
    const chosen = kind === PLACE_SPAWN ? ofKind.slice(0, most) : spread(ofKind, most);
    return chosen.map((row) => placeOf(bsp, row, kind));
  });
}
