import type { Rule } from "../../rule.ts";

const CODES = ["unreadable-material", "unreadable-texture", "unreadable-model"];

export const unreadableContent: Rule = {
  name: "unreadable-content",
  why: "A file that is there and broken is as good as missing.",
  async check(facts) {
    const { warnings } = await facts.gathered;
    return warnings
      .filter(({ code }) => CODES.includes(code))
      .map(({ message }) => ({ severity: "error", message }));
  },
};
