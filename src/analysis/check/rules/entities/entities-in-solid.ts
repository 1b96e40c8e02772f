import { nameOf } from "../../facts/entity-facts.ts";
import type { Fault } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

/** Entities that act at their origin. Others, such as logic entities, may be anywhere. */
const PLACED =
  /^(info_player|info_deathmatch|info_teleport_destination|prop_|item_|weapon_|npc_|monster_|hostage_|env_fire|env_smokestack|env_steam|env_spark|env_sprite|info_particle_system|point_spotlight)/;
/** Entities at which players are placed. They do not move, even if they have a name. */
const START = /^info_(player|deathmatch|teleport)/;
/** Depth in solid, in inches. An entity that only touches a wall is mounted on it. */
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
      // Entities with a parent move with it, and named entities may be moved.
      if (one.get("parentname") || (one.name !== "" && !START.test(classname))) continue;
      if (!space.isDeep(...origin, MARGIN)) continue;
      const message = `${nameOf(one)} stands inside solid, or outside the map.`;
      faults.push({ severity: "warning", message, origin, entity: one.row });
    }
    return faults;
  },
};
