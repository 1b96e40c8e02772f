/**
 * Which brush entities stop who walks when the map starts. Facts from `Spawn` of the server's classes in Valve's
 * `source-sdk-2013` (bmodels.cpp, func_brush.cpp, doors.cpp, trains.cpp, func_break.cpp).
 */

import type { Entity } from "../../../formats/bsp/types.ts";
import { isHiddenClass } from "../../brushes/hidden-classes.ts";
import { parseInteger } from "../../brushes/render-properties.ts";

export type Solidity = "solid" | "passable" | "water" | "none";

/** Spawn flags by which a class is not solid. */
const PASSABLE_FLAG: ReadonlyMap<string, number> = new Map([
  ["func_rotating", 64],
  ["func_movelinear", 8],
  ["func_tracktrain", 8],
  ["func_train", 8],
  ["func_conveyor", 2],
]);

/** They open for who walks up to them or uses them, so that nobody has to stand before one. */
const DOORS: ReadonlySet<string> = new Set(["func_door", "func_door_rotating"]);

const NEVER: ReadonlySet<string> = new Set([
  ...["func_illusionary", "func_respawnroomvisualizer", "func_lod"],
]);

const SF_WALL_START_OFF = 1;
/** `Solidity` of func_brush: by whether it is shown, never, always. */
const SOLIDITY_NEVER = 1;
const SOLIDITY_ALWAYS = 2;

export function solidityOf(entity: Entity): Solidity {
  const className = (entity.get("classname") ?? "").toLowerCase();
  const flags = parseInteger(entity.get("spawnflags"));
  if (className === "func_water" || className === "func_water_analog") return "water";
  if (NEVER.has(className) || isHiddenClass(className)) return "none";
  if (DOORS.has(className)) return "passable";
  if ((flags & (PASSABLE_FLAG.get(className) ?? 0)) !== 0) return "none";
  if (className === "func_wall_toggle" && (flags & SF_WALL_START_OFF) !== 0) return "none";
  const solidity = parseInteger(entity.get("solidity"));
  if (solidity === SOLIDITY_ALWAYS) return "solid";
  const isOff = parseInteger(entity.get("startdisabled")) !== 0;
  return solidity === SOLIDITY_NEVER || isOff ? "none" : "solid";
}
