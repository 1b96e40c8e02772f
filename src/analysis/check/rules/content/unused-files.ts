import { formatBytes } from "../../../../content/report/format-bytes.ts";
import { isJudged } from "../../facts/used-packed-files.ts";
import { countOf, firstOf } from "../../facts/words.ts";
import type { Rule } from "../../rule.ts";

/**
 * Packed materials, textures, models and sounds that no face, prop, entity, text or other used file
 * names. Files that games find by name (below `materials/maps`, `materials/particle`, `resource`
 * and the like, or with the map's name) are skipped, as are files that `--content` has too. (note)
 * Mend: `visleaf pak MAP remove`, unless the file replaces one of the game's.
 */
export const unusedFiles: Rule = {
  name: "unused-files",
  why: "Every player of a server downloads the packed files. Files that replace one of the game's are fine.",
  async check(facts) {
    const { entries } = await facts.packed;
    const used = await facts.usedPackedFiles;
    const idle = [...entries.values()].filter(({ path }) => isJudged(path) && !used.has(path));
    // A packed file with the path of a game file replaces it, so it is in use.
    const unused: typeof idle = [];
    for (const entry of idle) if (!(await facts.isInContent(entry.path))) unused.push(entry);
    if (unused.length === 0) return [];
    const bytes = unused.reduce((sum, { byteLength }) => sum + byteLength, 0);
    const largest = unused.sort((a, b) => b.byteLength - a.byteLength).map(({ path }) => path);
    const are = unused.length === 1 ? "is" : "are";
    const what = `${countOf(unused.length, "packed file")} of ${formatBytes(bytes)} ${are} named by nothing in the map`;
    return [{ severity: "note", message: `${what}: ${firstOf(largest)}.` }];
  },
};
