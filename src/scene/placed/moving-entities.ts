/** Finds out which entities a simulation may move. */

import { parseOutput } from "../../formats/bsp/read/parse-output.ts";
import type { Entity } from "../../formats/bsp/types.ts";
import { classOf } from "../start/entity-values.ts";

/** Classes that move by themselves. */
const MOVES =
  /^(?:func_(?:door|movelinear|rotating|track|train|tank|plat|water|button|rot_button|physbox|pushable)|momentary_|phys_|prop_(?:physics|door|vehicle)|npc_|monster_)/;
/** Inputs that carry an entity elsewhere. */
const CARRIES = /^(?:SetParent(?:Attachment\w*)?|Teleport)$/i;

/** @returns a test whether an entity may be elsewhere than where the map has it */
export function findMoving(entities: readonly Entity[]): (entity: Entity) => boolean {
  const carried = new Set<string>();
  for (const entity of entities) {
    for (const [key, value] of entity.pairs) {
      const output = parseOutput(key, value);
      if (output !== null && CARRIES.test(output.input)) carried.add(output.target.toLowerCase());
    }
    // A teleport moves what it names.
    if (classOf(entity) === "point_teleport")
      carried.add((entity.get("target") ?? "").toLowerCase());
  }
  return (entity) => {
    const name = entity.get("targetname")?.toLowerCase() ?? "";
    if ((entity.get("parentname") ?? "") !== "" || MOVES.test(classOf(entity))) return true;
    return name !== "" && carried.has(name);
  };
}
