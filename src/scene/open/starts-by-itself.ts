/** Finds entities that act without a player, so that a map without any loads no simulation. */

import type { Entity } from "../../formats/bsp/types.ts";
import { parseInteger } from "../brushes/render-properties.ts";

/** Spawn flag of `func_rotating`: it turns from the start. */
const SF_BRUSH_ROTATE_START_ON = 1;

const isDisabled = (entity: Entity): boolean => parseInteger(entity.get("startdisabled")) !== 0;

/** Tests by class, from the server's classes in the Source SDK 2013. */
const CLASSES = new Map<string, (entity: Entity) => boolean>([
  ["logic_auto", () => true],
  ["logic_timer", (entity) => !isDisabled(entity)],
  ["logic_branch_listener", () => true],
  [
    "func_rotating",
    (entity) => (parseInteger(entity.get("spawnflags")) & SF_BRUSH_ROTATE_START_ON) !== 0,
  ],
  // Trains without a name start at once; a tracktrain starts with its speed.
  ["func_train", (entity) => (entity.get("targetname") ?? "") === ""],
  ["func_tracktrain", (entity) => Number(entity.get("startspeed")) > 0],
]);

/** Returns whether an entity acts by itself when the map starts. */
export function startsByItself(entity: Entity): boolean {
  return CLASSES.get((entity.get("classname") ?? "").toLowerCase())?.(entity) ?? false;
}
