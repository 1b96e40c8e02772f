import type { Rule } from "../../rule.ts";

/**
 * The map has no visibility lump: vvis did not run, because vbsp found a leak or was told to skip
 * it. (error)
 * Mend: Load the point file of the leak in Hammer, close the leak, and compile with vvis.
 */
export const noVisibility: Rule = {
  name: "no-visibility",
  why: "Without visibility the whole map is drawn from everywhere, and water and area portals do not work.",
  check(facts) {
    facts.needs("LUMP_VISIBILITY");
    if ((facts.bsp.visibility?.clusterCount ?? 0) > 0) return [];
    const message = "The map has no visibility: it leaks, or vvis was not run.";
    return [{ severity: "error", message }];
  },
};
