/** Where players begin, by the map's entities. */

import type { CameraPose, MapEntity } from "../../viewer/index.ts";

/** Of a standing player, inches above the feet. */
const EYE_HEIGHT = 64;
/** More are no help to who goes from one to the next. */
const MAX_SPAWNS = 256;

/** Spawns of the Source games: `info_player_start`, `info_player_terrorist`, ... */
const SPAWN = /^info_(player_\w+|coop_spawn|survivor_position|deathmatch_spawn)$/i;

/** At eye height, in the order in which the map lists them. */
export function listSpawns(entities: readonly MapEntity[]): CameraPose[] {
  const spawns: CameraPose[] = [];
  for (const entity of entities) {
    if (!SPAWN.test(keyValue(entity, "classname"))) continue;
    const [x, y, z] = readVector(keyValue(entity, "origin"));
    const [pitch, yaw] = readVector(keyValue(entity, "angles") || "0 0 0");
    if (![x, y, z, pitch, yaw].every(Number.isFinite)) continue;
    spawns.push({ x, y, z: z + EYE_HEIGHT, pitch, yaw });
    if (spawns.length === MAX_SPAWNS) break;
  }
  return spawns;
}

function keyValue(entity: MapEntity, key: string): string {
  return entity.find(([name]) => name.toLowerCase() === key)?.[1] ?? "";
}

function readVector(text: string): number[] {
  const numbers = text.trim().split(/\s+/).map(Number);
  return numbers.length >= 3 && text.trim() !== "" ? numbers.slice(0, 3) : [Number.NaN];
}
