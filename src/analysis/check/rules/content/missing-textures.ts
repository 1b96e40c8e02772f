import type { Rule } from "../../rule.ts";
import { isSky, listMissing } from "./missing.ts";

/**
 * A texture of a material is neither packed nor in `--content`. (error)
 * Mend: Pack it, or name the game as content.
 */
export const missingTextures: Rule = {
  name: "missing-textures",
  why: "A material without its texture shows the missing-texture pattern.",
  check: (facts) => listMissing(facts, ["missing-texture"], (subject) => !isSky(subject)),
};
