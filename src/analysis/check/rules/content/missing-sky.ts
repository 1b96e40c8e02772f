import type { Rule } from "../../rule.ts";
import { isSky, listMissing } from "./missing.ts";

export const missingSky: Rule = {
  name: "missing-sky",
  why: "Through a side of the sky that is missing one sees what was drawn before, or black.",
  check: (facts) => listMissing(facts, ["missing-material", "missing-texture"], isSky),
};
