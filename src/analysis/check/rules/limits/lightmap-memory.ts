import { formatBytes } from "../../../../content/report/format-bytes.ts";
import { listMaterialLuxels } from "../../facts/luxels.ts";
import { countOf, percent } from "../../facts/words.ts";
import type { Rule } from "../../rule.ts";

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
