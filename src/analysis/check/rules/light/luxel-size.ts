/** Rules about the size of luxels. */

import { formatBytes } from "../../../../content/report/format-bytes.ts";
import {
  listMaterialLuxels,
  luxelBytesOf,
  luxelSizeOf,
  materialNameOf,
  placeOfFace,
} from "../../facts/face-facts.ts";
import { countOf, firstOf, percent } from "../../facts/words.ts";
import type { Fault } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

/** Luxel edge in inches: a quarter of that of new faces in Hammer. */
const FINE = 4;
/** Smallest share of all light that is reported. */
const LEAST_SHARE = 0.05;
const LEAST_BYTES = 2 ** 17;

/**
 * Faces with luxels of 4 inches or less take more than 5 % of all light and more than 128 KiB, per
 * material. Displacements are skipped. (note)
 * Mend: Use a lightmap scale of 16 where no shadow needs a finer one.
 */
export const fineLuxels: Rule = {
  name: "fine-luxels",
  why: "Half the luxel size means four times the luxels: in the file, in memory, and for vrad.",
  check({ bsp }) {
    const total = listMaterialLuxels(bsp).reduce((sum, { bytes }) => sum + bytes, 0);
    const { faces, texInfos } = bsp;
    const spent = new Map<number, { bytes: number; face: number; most: number; size: number }>();
    for (let face = 0; face < faces.count; face++) {
      const bytes = luxelBytesOf(bsp, face);
      const size = luxelSizeOf(bsp, face);
      if (bytes === 0 || size === 0 || size > FINE || faces.dispInfo[face] >= 0) continue;
      const texData = texInfos.texdata[faces.texinfo[face]];
      const row = spent.get(texData) ?? { bytes: 0, face, most: 0, size };
      row.bytes += bytes;
      if (bytes > row.most) Object.assign(row, { face, most: bytes, size });
      spent.set(texData, row);
    }
    const faults: Fault[] = [];
    for (const [texData, { bytes, face, size }] of spent) {
      if (bytes < total * LEAST_SHARE || bytes < LEAST_BYTES) continue;
      const name = materialNameOf(bsp, texData);
      const scale = `luxels of ${+size.toFixed(2)} ${size === 1 ? "inch" : "inches"}`;
      const message = `Faces of ${name} with ${scale} and the like take ${formatBytes(bytes)}, ${percent(bytes / total)} of all light.`;
      faults.push({ severity: "note", message, ...placeOfFace(bsp, face) });
    }
    return faults;
  },
};

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
      const name = materialNameOf(bsp, texInfos.texdata[faces.texinfo[face]]);
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
