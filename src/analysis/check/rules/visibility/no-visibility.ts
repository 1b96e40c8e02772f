import type { Rule } from "../../rule.ts";

export const noVisibility: Rule = {
  name: "no-visibility",
  why: "Without visibility all of the map is drawn from everywhere, and water and area portals do not work.",
  check(facts) {
    facts.needs("LUMP_VISIBILITY");
    if ((facts.bsp.visibility?.clusterCount ?? 0) > 0) return [];
    const message = "The map has no visibility: it leaks, or vvis was not run.";
    return [{ severity: "error", message }];
  },
};
