import type { Rule } from "../../rule.ts";

const CODES = ["unreadable-material", "unreadable-texture", "unreadable-model"];

/**
 * A material, texture or model is present but cannot be read. (error)
 * Mend: `visleaf inspect FILE` shows the fault; make the file again.
 */
export const unreadableContent: Rule = {
  name: "unreadable-content",
  why: "A broken file has the effect of a missing one.",
  async check(facts) {
    const { warnings } = await facts.gathered;
    return warnings
      .filter(({ code }) => CODES.includes(code))
      .map(({ message }) => ({ severity: "error", message }));
  },
};
