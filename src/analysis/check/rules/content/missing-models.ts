import type { Rule } from "../../rule.ts";
import { listMissing } from "./missing.ts";

export const missingModels: Rule = {
  name: "missing-models",
  why: "A model that is not there is shown as a red error model, or not at all.",
  check: (facts) => listMissing(facts, ["missing-model"], () => true),
};
