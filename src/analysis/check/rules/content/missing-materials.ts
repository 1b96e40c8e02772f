import type { Rule } from "../../rule.ts";
import { isSky, listMissing } from "./missing.ts";

/**
 * A material of a face, prop, sprite or overlay is neither packed nor in `--content`. (error)
 * Mend: Pack it (`visleaf pak MAP add`), or name the game as content if it is the game's.
 */
export const missingMaterials: Rule = {
  name: "missing-materials",
  why: "A surface without its material shows the missing-material pattern.",
  check: (facts) => listMissing(facts, ["missing-material"], (subject) => !isSky(subject)),
};
