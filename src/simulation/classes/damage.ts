/** Damage that movers do to players who block them. */

import type { EntityWorld } from "../entity-class.ts";
import { formatFloat } from "../values.ts";

/** Notes in the log that an entity hurts a player. Players have no health here. */
export function reportDamage(world: EntityWorld, self: number, other: number, damage: number) {
  if (damage > 0) world.report(self, other, "Damage", formatFloat(damage));
}
