import { nameOf } from "../../facts/entity-facts.ts";
import type { Fault } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

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
