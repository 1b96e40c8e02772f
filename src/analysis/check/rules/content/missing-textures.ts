import type { Rule } from "../../rule.ts";
import { isSky, listMissing } from "./missing.ts";

export const missingTextures: Rule = {
  name: "missing-textures",
  why: "A material without its texture is shown in the pattern of missing ones.",
  check: (facts) => listMissing(facts, ["missing-texture"], (subject) => !isSky(subject)),
};
