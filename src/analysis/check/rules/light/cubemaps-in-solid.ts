import { placeWords } from "../../facts/words.ts";
import type { Fault, Vec3 } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

const MARGIN = 1;

/**
 * An `env_cubemap` is in solid, with an inch around it. (warning)
 * Mend: Move it into the room, at a player's eye height.
 */
export const cubemapsInSolid: Rule = {
  name: "cubemaps-in-solid",
  why: "A cubemap inside a wall is black, and so are its reflections.",
  check(facts) {
    facts.needs("LUMP_CUBEMAPS");
    const { cubemaps } = facts.bsp;
    const faults: Fault[] = [];
    for (let row = 0; row < cubemaps.count; row++) {
      const origin = [...cubemaps.origin.subarray(row * 3, row * 3 + 3)] as unknown as Vec3;
      if (!facts.space.isDeep(...origin, MARGIN)) continue;
      const message = `A cubemap at ${placeWords(origin)} stands inside solid.`;
      faults.push({ severity: "warning", message, origin });
    }
    return faults;
  },
};
