/** Whose maps a file's are, by its version and by what its lumps' lengths are multiples of. */

import { LUMP, type LumpName } from "../lumps.ts";
import type { BspHeader } from "../parse-bsp-header.ts";
import { AREAPORTALS } from "../records/areas.ts";
import { BRUSHSIDES } from "../records/brushes.ts";
import { FACES } from "../records/faces.ts";
import type { LumpLayout } from "../records/record.ts";
import { DLEAF_V0, DLEAF_V1, NODES } from "../records/tree.ts";
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

/** Dialects other than `standard`. */
export const DIALECTS: readonly Dialect[] = [
  ...[HALF_LIFE_BETA_17, HALF_LIFE_BETA_18, VAMPIRE, VINDICTUS, DARK_MESSIAH],
  ...[DOTA2_22, DOTA2_23],
];

/** Version 20 is Valve's, whose records these are, and that of Vindictus, whose records are wider. */
const RECORDS_20: readonly (readonly [lump: LumpName, standard: readonly LumpLayout<object>[]])[] =
  [
    ["LUMP_FACES", FACES.slice(0, 1)],
    ["LUMP_FACES_HDR", FACES.slice(0, 1)],
    ["LUMP_NODES", NODES.slice(0, 1)],
    ["LUMP_LEAFS", [DLEAF_V1, DLEAF_V0]],
    ["LUMP_BRUSHSIDES", BRUSHSIDES.slice(0, 1)],
    ["LUMP_AREAPORTALS", AREAPORTALS.slice(0, 1)],
  ];

/** A new dialect is a file beside this one, a name in `DialectName`, a row of `DIALECTS`, and what tells it here. */
export function tellDialect(header: BspHeader): Dialect {
  const { version, endian, length, uncompressedLength } = header;
  const fits = (name: LumpName, records: readonly LumpLayout<object>[]) => {
    const unpacked = uncompressedLength[LUMP[name]] || length[LUMP[name]];
    return records.some(({ bytes }) => unpacked % bytes === 0);
  };
  const fitsOwn = ({ layouts }: Dialect, name: LumpName) => fits(name, layouts[name] ?? []);
  if (version === 17) {
    // The beta's of Half-Life 2, too.
    return fitsOwn(VAMPIRE, "LUMP_FACES") && fitsOwn(VAMPIRE, "LUMP_ORIGINALFACES")
      ? VAMPIRE
      : HALF_LIFE_BETA_17;
  }
  if (
    version === 20 &&
    endian === "little" &&
    !RECORDS_20.every(([lump, standard]) => fits(lump, standard)) &&
    RECORDS_20.every(([lump]) => fitsOwn(VINDICTUS, lump))
  ) {
    return VINDICTUS;
  }
  return BY_VERSION[version] ?? STANDARD;
}
