import { UntoldError } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

/** Last map version with both LDR and HDR light. Later branches have one of them. */
const LAST_VERSION_OF_BOTH = 20;

/**
 * A version 20 map has only one of LDR and HDR light. Later branches have one light and are not
 * judged. (warning for HDR only, note for LDR only)
 * Mend: Run vrad with `-both`.
 */
export const oneLightSide: Rule = {
  name: "one-light-side",
  why: "Players whose settings use the missing light see the map unlit or without HDR.",
  check(facts) {
    const { version, endian, ldr, hdr } = facts.bsp;
    facts.needs("LUMP_LIGHTING", "LUMP_LIGHTING_HDR");
    if (ldr === null && hdr === null) return [];
    if (endian === "big") throw new UntoldError("a console has one light");
    if (version > LAST_VERSION_OF_BOTH) {
      throw new UntoldError(
        `games with version ${version} maps differ in the light that they need`,
      );
    }
    // Versions before 20 have LDR light only.
    if (ldr !== null && (hdr !== null || version < LAST_VERSION_OF_BOTH)) return [];
    if (ldr === null) {
      const message = "The map is lit for HDR alone: with HDR switched off it has no light.";
      return [{ severity: "warning", message }];
    }
    const message =
      "The map is lit for LDR alone: with HDR switched on it looks the same, without bloom.";
    return [{ severity: "note", message }];
  },
};
