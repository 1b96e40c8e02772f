import type { Rule } from "../../rule.ts";

/**
 * No face has luxels. (error)
 * Mend: Run vrad; if it ran, read its log.
 */
export const noLight: Rule = {
  name: "no-light",
  why: "A map without light is shown at full texture brightness.",
  check(facts) {
    const { faces, ldr, hdr } = facts.bsp;
    facts.needs("LUMP_LIGHTING", "LUMP_LIGHTING_HDR");
    const isLit = faces.lightOffset.some((offset) => offset >= 0);
    if (faces.count === 0 || (isLit && (ldr !== null || hdr !== null))) return [];
    const message = "The map has no light: vrad was not run, or ended in an error.";
    return [{ severity: "error", message }];
  },
};
