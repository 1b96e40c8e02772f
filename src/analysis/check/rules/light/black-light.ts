import { formatBytes } from "../../../../content/report/format-bytes.ts";
import { LUXEL_BYTES } from "../../../../formats/bsp/read/read-lighting.ts";
import type { Bsp, LightSide } from "../../../../formats/bsp/types.ts";
import { isFaceDrawn } from "../../../../scene/materials/material-names.ts";
import { luxelBytesOf } from "../../facts/luxels.ts";
import { countOf } from "../../facts/words.ts";
import type { Fault } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

/**
 * Every luxel of every drawn face is black, in LDR or HDR. (error)
 * Mend: Add lights or a `light_environment`, and run vrad again. The luxel views show the stored
 * light.
 */
export const blackLight: Rule = {
  name: "black-light",
  why: "The map is black in the game; this viewer shows it unlit instead.",
  check(facts) {
    const { ldr, hdr } = facts.bsp;
    facts.needs("LUMP_LIGHTING", "LUMP_LIGHTING_HDR");
    const faults: Fault[] = [];
    for (const [name, side] of [
      ["LDR", ldr],
      ["HDR", hdr],
    ] as const) {
      const black = side === null ? null : sumBlackLuxels(facts.bsp, side);
      if (black === null) continue;
      const { faces, bytes } = black;
      const message = `Every luxel of the ${name} light is black: ${countOf(faces, "face")} with ${formatBytes(bytes)}.`;
      faults.push({ severity: "error", message });
    }
    return faults;
  },
};

/**
 * Counts faces and bytes of a side's drawn light; `null` if any luxel is lit, or if no face has
 * luxels.
 */
function sumBlackLuxels(bsp: Bsp, { faces, lighting }: LightSide) {
  const side = { faces, texInfos: bsp.texInfos };
  let bytes = 0;
  let count = 0;
  for (let face = 0; face < faces.count; face++) {
    const length = isFaceDrawn(bsp, faces, face) ? luxelBytesOf(side, face) : 0;
    if (length === 0) continue;
    const first = faces.lightOffset[face];
    for (let at = first; at < first + length; at += LUXEL_BYTES) {
      // The fourth byte is the exponent, which cannot brighten a color of 0.
      if ((lighting[at] | lighting[at + 1] | lighting[at + 2]) !== 0) return null;
    }
    bytes += length;
    count++;
  }
  return count === 0 ? null : { faces: count, bytes };
}
