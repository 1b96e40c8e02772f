/** Rules about the memory that lightmaps and textures take. */

import { formatBytes } from "../../../../content/report/format-bytes.ts";
import { listMaterialLuxels } from "../../facts/face-facts.ts";
import { countOf, firstOf, percent } from "../../facts/words.ts";
import { UntoldError } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

/** Number of materials or textures that a message names. */
const SHOWN = 4;

/**
 * Bytes of all luxels, and the materials with the most. (note)
 * Mend: Use a larger lightmap scale where players do not look.
 */
export const lightmapMemory: Rule = {
  name: "lightmap-memory",
  why: "Lightmaps are most of a map file and stay in memory; often a few materials take most of it.",
  check({ bsp }) {
    const rows = listMaterialLuxels(bsp);
    const total = rows.reduce((sum, { bytes }) => sum + bytes, 0);
    if (total === 0) return [];
    const parts = rows
      .slice(0, SHOWN)
      .map(({ material, bytes }) => `${material} ${percent(bytes / total)}`);
    const faces = rows.reduce((sum, row) => sum + row.faces, 0);
    const of = `Lightmaps of ${countOf(faces, "face")} take ${formatBytes(total)}`;
    return [{ severity: "note", message: `${of}: ${parts.join(", ")}.` }];
  },
};

/**
 * Bytes of all used textures, and the largest ones. Only with `--content`. (note)
 * Mend: Use smaller textures for small surfaces, and compressed formats.
 */
export const textureMemory: Rule = {
  name: "texture-memory",
  why: "Textures take their stored size in memory; check the largest.",
  async check(facts) {
    if (!facts.hasContent)
      throw new UntoldError("no content was named (--content): most textures are not at hand");
    const { files } = await facts.gathered;
    const used = new Map<string, number>();
    for (const [path, bytes] of files) if (path.endsWith(".vtf")) used.set(path, bytes.length);
    for (const path of await facts.usedPackedFiles) {
      const entry = (await facts.packed).entries.get(path);
      if (entry !== undefined && path.endsWith(".vtf")) used.set(path, entry.byteLength);
    }
    if (used.size === 0) return [];
    const total = [...used.values()].reduce((sum, bytes) => sum + bytes, 0);
    // Files arrive in the order the disk delivers them. Sorting by name makes ties deterministic.
    const byName = [...used].sort(([a], [b]) => (a < b ? -1 : 1));
    const largest = byName.sort((a, b) => b[1] - a[1]).slice(0, SHOWN);
    const names = largest.map(([path, bytes]) => `${path} ${formatBytes(bytes)}`);
    const message = `${countOf(used.size, "texture")} of ${formatBytes(total)} ${used.size === 1 ? "is" : "are"} used: ${firstOf(names)}.`;
    return [{ severity: "note", message }];
  },
};
