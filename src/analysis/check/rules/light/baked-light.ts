/** Rules about light that vrad left out. */

import { formatBytes } from "../../../../content/report/format-bytes.ts";
import { LUXEL_BYTES } from "../../../../formats/bsp/read/read-lighting.ts";
import type { Bsp, LightSide } from "../../../../formats/bsp/types.ts";
import { isFaceDrawn } from "../../../../scene/materials/material-names.ts";
import { luxelBytesOf } from "../../facts/face-facts.ts";
import { countOf } from "../../facts/words.ts";
import { type Fault, UntoldError } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

/**
 * No face has luxels. (error)
 * Mend: Run vrad; if it ran, read its log.
 */
export const noLight: Rule = {
  name: "no-light",
  why: "A map without light is shown at full texture brightness.",
  check(facts) {
    const { faces, ldr, hdr } = facts.bsp;
    facts.needs("LUMP_LIGHTING", "LUMP_LIGHTING_HDR");
    const isLit = faces.lightOffset.some((offset) => offset >= 0);
    if (faces.count === 0 || (isLit && (ldr !== null || hdr !== null))) return [];
    const message = "The map has no light: vrad was not run, or ended in an error.";
    return [{ severity: "error", message }];
  },
};

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

/** Last map version with both LDR and HDR light. Later branches have one of them. */
const LAST_VERSION_OF_BOTH = 20;

/**
 * A version 20 map has only one of LDR and HDR light. Later branches have one light and are not
 * judged. (warning for HDR only, note for LDR only)
 * Mend: Run vrad with `-both`.
 */
export const oneLightSide: Rule = {
  name: "one-light-side",
  why: "Players whose settings use the missing light see the map unlit or without HDR.",
  check(facts) {
    const { version, endian, ldr, hdr } = facts.bsp;
    facts.needs("LUMP_LIGHTING", "LUMP_LIGHTING_HDR");
    if (ldr === null && hdr === null) return [];
    if (endian === "big") throw new UntoldError("a console has one light");
    if (version > LAST_VERSION_OF_BOTH) {
      throw new UntoldError(
        `games with version ${version} maps differ in the light that they need`,
      );
    }
    // Versions before 20 have LDR light only.
    if (ldr !== null && (hdr !== null || version < LAST_VERSION_OF_BOTH)) return [];
    if (ldr === null) {
      const message = "The map is lit for HDR alone: with HDR switched off it has no light.";
      return [{ severity: "warning", message }];
    }
    const message =
      "The map is lit for LDR alone: with HDR switched on it looks the same, without bloom.";
    return [{ severity: "note", message }];
  },
};

/** `LVLFLAGS_BAKED_STATIC_PROP_LIGHTING_*` of `bspfile.h`. */
const BAKED_PROPS = 3;

/**
 * The map was compiled with `-StaticPropLighting`, and no prop light is packed: vrad leaves it out
 * with `-fast`. (warning)
 * Mend: Run vrad without `-fast` for a release.
 *
 * `vrad.cpp` stores the flag for prop lighting and then skips it with `-fast`.
 */
export const fastLight: Rule = {
  name: "fast-light",
  why: "Fast light is for a first look: shadows are coarse, and props have one light each.",
  check(facts) {
    const { levelFlags } = facts;
    const props = facts.staticProps;
    if (levelFlags === null || (levelFlags & BAKED_PROPS) === 0 || (props?.count ?? 0) === 0)
      return [];
    return facts.packed.then(({ entries }) => {
      const isBaked = [...entries.keys()].some((path) =>
        /^(sp_|texelslighting_).*\.(vhv|ppl)$/.test(path),
      );
      if (isBaked) return [];
      const message =
        "Light for static props was requested, but is missing: the map was lit with -fast.";
      return [{ severity: "warning", message }];
    });
  },
};
