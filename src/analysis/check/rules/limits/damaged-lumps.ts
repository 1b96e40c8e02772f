import type { Rule } from "../../rule.ts";

export const damagedLumps: Rule = {
  name: "damaged-lumps",
  why: "What a broken part of the file held is not in the game, or the game does not load the map.",
  check: (facts) =>
    facts.damaged.map(({ lump, message }) => ({
      severity: "error",
      message: `${lump}: ${message}`,
    })),
};
