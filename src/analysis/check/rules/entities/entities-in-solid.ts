import { nameOf } from "../../facts/entity-facts.ts";
import type { Fault } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

/** Entities that do what they do where they stand. Others, such as logic, may lie anywhere. */
const PLACED =
  /^(info_player|info_deathmatch|info_teleport_destination|prop_|item_|weapon_|npc_|monster_|hostage_|env_fire|env_smokestack|env_steam|env_spark|env_sprite|info_particle_system|point_spotlight)/;
/** Where somebody is put, whatever it is called. */
const START = /^info_(player|deathmatch|teleport)/;
/** Inches into solid: what only touches a wall is fixed to it. */
const MARGIN = 12;

/**
 * An entity that acts where it stands (items, weapons, NPCs, props, effects, spawns) is 12 inches
 * deep in solid. Entities with a parent or name may move and are skipped, except spawns. (warning)
 * Mend: Move it into the map, or delete it.
 */
export const entitiesInSolid: Rule = {
  name: "entities-in-solid",
  why: "An entity inside a wall or outside the map is never seen or reached.",
  check({ entities, space }) {
    const faults: Fault[] = [];
    for (const one of entities) {
      const { origin, model, classname } = one;
      if (origin === null || model > 0 || !PLACED.test(classname)) continue;
      // What hangs on another moves with it, and what has a name may be moved.
      if (one.get("parentname") || (one.name !== "" && !START.test(classname))) continue;
      if (!space.isDeep(...origin, MARGIN)) continue;
      const message = `${nameOf(one)} stands inside solid, or outside the map.`;
      faults.push({ severity: "warning", message, origin, entity: one.row });
    }
    return faults;
  },
};
