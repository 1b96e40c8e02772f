import type { Rule } from "../../rule.ts";
import { isSky, listMissing } from "./missing.ts";

/**
 * A side of the map's `skyname` is missing. (error)
 * Mend: Choose another `skyname`, or pack its six materials.
 */
export const missingSky: Rule = {
  name: "missing-sky",
  why: "A missing side of the sky is black or shows earlier frames.",
  check: (facts) => listMissing(facts, ["missing-material", "missing-texture"], isSky),
};
