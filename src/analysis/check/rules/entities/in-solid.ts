/** Rules about entities inside solid. */

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

/** Classes that may start inside a wall and move out of it. */
const MOVERS =
  /^(func_door|func_movelinear|func_tracktrain|func_train|func_plat|func_rot|momentary_|func_physbox|func_tank|func_conveyor)/;

/**
 * The whole box of a brush entity is in solid leafs. Doors, trains and other movers are skipped:
 * they may come out of the wall. (warning)
 * Mend: Move it into the map, or delete it.
 */
export const brushesInSolid: Rule = {
  name: "brushes-in-solid",
  why: "A brush entity inside a wall or outside the map is never seen or touched.",
  check({ entities, bsp, space }) {
    const { models } = bsp;
    const faults: Fault[] = [];
    for (const one of entities) {
      const { model, origin } = one;
      if (model === 0 || origin === null || one.get("parentname")) continue;
      if (MOVERS.test(one.classname)) continue;
      const half = [0, 1, 2].map(
        (axis) => (models.maxs[model * 3 + axis] - models.mins[model * 3 + axis]) / 2,
      );
      // Compilers enlarge boxes by an inch.
      const least = half.map((value, axis) => origin[axis] - Math.max(0, value - 2));
      const most = half.map((value, axis) => origin[axis] + Math.max(0, value - 2));
      if (!space.isBoxSolid(least, most)) continue;
      const message = `${nameOf(one)} lies wholly inside solid, or outside the map.`;
      faults.push({
        severity: "warning",
        message,
        origin,
        radius: Math.hypot(...half),
        entity: one.row,
      });
    }
    return faults;
  },
};
