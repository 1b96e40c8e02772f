/** Entities that mark a place worth standing at. */

/** What a place is, the most wanted first: visitors look for the spawn that they know. */
export const PLACE_SPAWN = 0;
export const PLACE_CAMERA = 1;
export const PLACE_TELEPORT = 2;
export const PLACE_ITEM = 3;
export const PLACE_LIGHT = 4;
export const PLACE_LEAF = 5;
export const PLACE_KINDS = 6;

/** Spawns of the Source games, the most telling first; any other `info_player_*` comes after them. */
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

/** Ranks of spawns: those of the table, and one for the rest. */
export const SPAWN_RANKS = SPAWN_CLASSES.length + 1;

/** Cameras that look at the map; `sky_camera` looks at its miniature. */
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

/** Whether such a place looks somewhere. */
export function isFacing(kind: number): boolean {
  return kind === PLACE_SPAWN || kind === PLACE_CAMERA || kind === PLACE_TELEPORT;
}

/** Of a class name in lower case; -1: no place to stand at. */
export function placeKindOf(className: string): number {
  if (spawnRankOf(className) >= 0) return PLACE_SPAWN;
  if (CAMERA_CLASSES.has(className)) return PLACE_CAMERA;
  if (TELEPORT_CLASSES.has(className)) return PLACE_TELEPORT;
  if (className.startsWith("item_") || className.startsWith("weapon_")) return PLACE_ITEM;
  if (className === "light" || className === "light_spot") return PLACE_LIGHT;
  return -1;
}

/** 0 is the most telling; -1: no spawn. */
export function spawnRankOf(className: string): number {
  const rank = SPAWN_RANK.get(className);
  if (rank !== undefined) return rank;
  return className.startsWith("info_player_") ? SPAWN_CLASSES.length : -1;
}
