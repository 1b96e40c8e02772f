import type { Rule } from "../../rule.ts";
import { isSky, listMissing } from "./missing.ts";

export const missingMaterials: Rule = {
  name: "missing-materials",
  why: "A surface without its material is shown in the pattern of missing ones.",
  check: (facts) => listMissing(facts, ["missing-material"], (subject) => !isSky(subject)),
};
