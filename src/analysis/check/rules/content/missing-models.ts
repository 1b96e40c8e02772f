import type { Rule } from "../../rule.ts";
import { listMissing } from "./missing.ts";

/**
 * A model, or a file that belongs to it, is neither packed nor in `--content`. (error)
 * Mend: Pack it with its `.vvd`, `.vtx` and `.phy`, or name the game as content.
 */
export const missingModels: Rule = {
  name: "missing-models",
  why: "A missing model is shown as a red error model, or not at all.",
  check: (facts) => listMissing(facts, ["missing-model"], () => true),
};
