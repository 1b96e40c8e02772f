import { countOf } from "../../facts/words.ts";
import type { Rule } from "../../rule.ts";
import { BASE_GAME_FILES, splitMissing } from "./missing.ts";

export const incompleteContent: Rule = {
  name: "incomplete-content",
  why: "Without the base game's files nobody can say which files of it a map lacks.",
  async check(facts) {
    if (!facts.hasContent) return [];
    const { baseGame } = await splitMissing(facts);
    if (baseGame.length === 0) return [];
    const count = countOf(baseGame.length, "file that is", "files that are");
    const message = `The content looks incomplete: ${count} missing would be in a base game, and no base game (${BASE_GAME_FILES[0]}) was named. Add its folder with another --content.`;
    return [{ severity: "note", message }];
  },
};
