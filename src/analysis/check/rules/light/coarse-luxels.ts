import { placeOfFace } from "../../facts/face-place.ts";
import { luxelBytesOf, luxelSizeOf, nameOf } from "../../facts/luxels.ts";
import { countOf, firstOf } from "../../facts/words.ts";
import type { Rule } from "../../rule.ts";

/** Luxel edge in inches: four times that of new faces in Hammer. */
const COARSE = 64;

/**
 * Faces of four or more luxels, 64 inches wide or wider. (note)
 * Mend: Use a smaller lightmap scale where shadows fall; far from players coarse luxels are fine.
 */
export const coarseLuxels: Rule = {
  name: "coarse-luxels",
  why: "With luxels as wide as a door, shadows are blurred.",
  check({ bsp }) {
    const { faces, texInfos } = bsp;
    const counts = new Map<string, number>();
    let largest = -1;
    let total = 0;
    for (let face = 0; face < faces.count; face++) {
      if (luxelBytesOf(bsp, face) === 0 || faces.dispInfo[face] >= 0) continue;
      // Faces with only a few luxels would not look better with more.
      if (luxelSizeOf(bsp, face) < COARSE || faces.area[face] < COARSE * COARSE * 4) continue;
      const name = nameOf(bsp, texInfos.texdata[faces.texinfo[face]]);
      counts.set(name, (counts.get(name) ?? 0) + 1);
      if (largest < 0 || faces.area[face] > faces.area[largest]) largest = face;
      total++;
    }
    if (total === 0) return [];
    const most = [...counts].sort((a, b) => b[1] - a[1]);
    const names = most.map(([name, count]) => `${count} of ${name}`);
    const message = `${countOf(total, "large face")} ${total === 1 ? "has" : "have"} luxels of ${COARSE} inches or more: ${firstOf(names)}.`;
    return [{ severity: "note", message, ...placeOfFace(bsp, largest) }];
  },
};
