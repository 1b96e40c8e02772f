import { countOf, percent } from "../../facts/words.ts";
import { type Fault, type Severity, UntoldError } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

const SHARE_OF_WARNING = 0.9;
const SHARE_OF_NOTE = 0.8;

/**
 * A lump holds more records, bytes or clusters than its engine branch takes, by public headers.
 * `limits` in the JSON lists all of them. (error above a limit, warning from 90 %, note from 80 %)
 * Mend: Reduce what the lump counts: sides of carved brushes, texinfos of materials in many scales,
 * overlays, cubemaps, leafs of a map without `func_detail`.
 */
export const limits: Rule = {
  name: "limits",
  why: "Compilers stop at a limit, and games that load a map above one crash or show it broken.",
  check({ limits: { limitsOf, limits } }) {
    if (limitsOf === null)
      throw new UntoldError("no public source gives the limits of the map's engine");
    return limits.flatMap(({ lump, unit, used, limit, share }): Fault[] => {
      const severity = severityOf(share);
      if (severity === null) return [];
      const of = `${countOf(used, unit.slice(0, -1))} of ${countOf(limit, unit.slice(0, -1))}`;
      return [
        { severity, message: `${lump} holds ${of} that ${limitsOf} takes (${percent(share)}).` },
      ];
    });
  },
};

function severityOf(share: number): Severity | null {
  if (share > 1) return "error";
  if (share >= SHARE_OF_WARNING) return "warning";
  return share >= SHARE_OF_NOTE ? "note" : null;
}
