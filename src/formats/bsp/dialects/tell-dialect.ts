/** Whose maps a file's are, by its version and by what its lumps' lengths are multiples of. */

import { LUMP, type LumpName } from "../lumps.ts";
import type { BspHeader } from "../parse-bsp-header.ts";
import type { DialectName } from "../types.ts";

const BY_VERSION: Readonly<Record<number, DialectName>> = {
  18: "hl2-beta-18",
  22: "dota2-22",
  23: "dota2-23",
  // Two shorts, 20 and 4.
  262164: "dark-messiah",
};

type RecordSizes = readonly (readonly [LumpName, ...number[]])[];

const STANDARD: RecordSizes = [
  ["LUMP_FACES", 56],
  ["LUMP_FACES_HDR", 56],
  ["LUMP_NODES", 32],
  ["LUMP_LEAFS", 32, 56],
  ["LUMP_BRUSHSIDES", 8],
  ["LUMP_AREAPORTALS", 12],
];
/** The same version number, 20, and wider records. */
const VINDICTUS: RecordSizes = [
  ["LUMP_FACES", 72, 76],
  ["LUMP_FACES_HDR", 72, 76],
  ["LUMP_NODES", 48],
  ["LUMP_LEAFS", 56],
  ["LUMP_BRUSHSIDES", 16],
  ["LUMP_AREAPORTALS", 20],
];
/** The same version number, 17, as the beta of Half-Life 2. */
const VAMPIRE: RecordSizes = [
  ["LUMP_FACES", 104],
  ["LUMP_ORIGINALFACES", 104],
];

export function tellDialect(header: BspHeader): DialectName {
  const { version, endian, length, uncompressedLength } = header;
  const fits = (sizes: RecordSizes) =>
    sizes.every(([name, ...bytes]) => {
      const lump = LUMP[name];
      const unpacked = uncompressedLength[lump] || length[lump];
      return bytes.some((size) => unpacked % size === 0);
    });
  if (version === 17) return fits(VAMPIRE) ? "vampire" : "hl2-beta-17";
  if (version === 20 && endian === "little" && !fits(STANDARD) && fits(VINDICTUS)) {
    return "vindictus";
  }
  return BY_VERSION[version] ?? "standard";
}
