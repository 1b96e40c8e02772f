import { countOf } from "../../facts/words.ts";
import type { Rule } from "../../rule.ts";
import { BASE_GAME_FILES, splitMissing } from "./missing.ts";

/**
 * The content lacks files that every base game has (`materials/tools/toolsnodraw.vmt`,
 * `materials/debug/debugempty.vmt`, `materials/engine/writez.vmt`), and files are missing from
 * folders of which nothing is packed or in the content. They are counted here, and the rules below
 * skip them. (note)
 * Mend: Add the base game's folder or archive with another `--content`, after the mod's.
 */
export const incompleteContent: Rule = {
  name: "incomplete-content",
  why: "Without the base game, its files cannot be told from missing ones.",
  async check(facts) {
    if (!facts.hasContent) return [];
    const { baseGame } = await splitMissing(facts);
    if (baseGame.length === 0) return [];
    const count = countOf(baseGame.length, "file that is", "files that are");
    const message = `The content looks incomplete: ${count} missing would be in a base game, and no base game (${BASE_GAME_FILES[0]}) was named. Add its folder with another --content.`;
    return [{ severity: "note", message }];
  },
};
