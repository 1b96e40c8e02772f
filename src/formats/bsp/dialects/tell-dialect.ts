/** Whose maps a file's are, by its version and by what its lumps' lengths are multiples of. */

import { LUMP, type LumpName } from "../lumps.ts";
import type { BspHeader } from "../parse-bsp-header.ts";
import { DARK_MESSIAH } from "./dark-messiah.ts";
import { type Dialect, STANDARD } from "./dialect.ts";
import { DOTA2_22, DOTA2_23 } from "./dota2.ts";
import { HALF_LIFE_BETA_17, HALF_LIFE_BETA_18 } from "./half-life-beta.ts";
import { VAMPIRE } from "./vampire.ts";
import { VINDICTUS } from "./vindictus.ts";

const BY_VERSION: Readonly<Record<number, Dialect>> = {
  18: HALF_LIFE_BETA_18,
  22: DOTA2_22,
  23: DOTA2_23,
  // Two shorts, 20 and 4.
  262164: DARK_MESSIAH,
};

/** Version 20 is Valve's, and that of Vindictus, whose records are wider. */
const RECORD_BYTES: readonly (readonly [
  lump: LumpName,
  standard: readonly number[],
  vindictus: readonly number[],
])[] = [
  ["LUMP_FACES", [56], [72, 76]],
  ["LUMP_FACES_HDR", [56], [72, 76]],
  ["LUMP_NODES", [32], [48]],
  ["LUMP_LEAFS", [32, 56], [56]],
  ["LUMP_BRUSHSIDES", [8], [16]],
  ["LUMP_AREAPORTALS", [12], [20]],
];
/** Version 17 is the beta's of Half-Life 2, too. */
const VAMPIRE_FACE_BYTES = [104];

/** A new dialect is a file beside this one, a name in `DialectName`, and what tells it here. */
export function tellDialect(header: BspHeader): Dialect {
  const { version, endian, length, uncompressedLength } = header;
  const fits = (name: LumpName, sizes: readonly number[]) => {
    const unpacked = uncompressedLength[LUMP[name]] || length[LUMP[name]];
    return sizes.some((size) => unpacked % size === 0);
  };
  if (version === 17) {
    return fits("LUMP_FACES", VAMPIRE_FACE_BYTES) && fits("LUMP_ORIGINALFACES", VAMPIRE_FACE_BYTES)
      ? VAMPIRE
      : HALF_LIFE_BETA_17;
  }
  if (
    version === 20 &&
    endian === "little" &&
    !RECORD_BYTES.every(([lump, standard]) => fits(lump, standard)) &&
    RECORD_BYTES.every(([lump, , vindictus]) => fits(lump, vindictus))
  ) {
    return VINDICTUS;
  }
  return BY_VERSION[version] ?? STANDARD;
}
