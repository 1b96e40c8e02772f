/**
 * Words for the bits and numbers of records, as Valve's `bspflags.h` and `bspfile.h` call them, without
 * their prefixes. Source: Source SDK 2013, and the Valve Developer Community on "Source BSP File Format".
 */

import type { LumpName } from "../lumps.ts";

/** From the lowest bit; a dash where a bit has none. */
export type BitNames = readonly string[];
export const bits = (names: string): BitNames => names.split(" ");

/** `SURF_*` */
const SURFACE = bits(
  "LIGHT SKY2D SKY WARP TRANS NOPORTAL TRIGGER NODRAW HINT SKIP NOLIGHT BUMPLIGHT NOSHADOWS NODECALS NOCHOP HITBOX",
);

/** `CONTENTS_*`; two are of no use, and 0 is empty. */
const CONTENTS = bits(
  "SOLID WINDOW AUX GRATE SLIME WATER BLOCKLOS OPAQUE TESTFOGVOLUME - - TEAM1 TEAM2 IGNORE_NODRAW_OPAQUE MOVEABLE AREAPORTAL PLAYERCLIP MONSTERCLIP CURRENT_0 CURRENT_90 CURRENT_180 CURRENT_270 CURRENT_UP CURRENT_DOWN ORIGIN MONSTER DEBRIS DETAIL TRANSLUCENT LADDER HITBOX",
);

/** `emit_*` of `dworldlight_t`. */
const EMITTERS = ["surface", "point", "spotlight", "skylight", "quakelight", "skyambient"] as const;
const WORLD_LIGHT = bits("INAMBIENTCUBE");

/** A bit without a name is given as its value. */
export function nameBits(flags: number, names: BitNames): string[] {
  const found: string[] = [];
  for (let bit = 0; bit < 32; bit++) {
    if (((flags >>> bit) & 1) === 0) continue;
    const isNamed = bit < names.length && names[bit] !== "-";
    found.push(isNamed ? names[bit] : `0x${(2 ** bit).toString(16)}`);
  }
  return found;
}

type Words = Readonly<Record<string, unknown>>;

const contentsWords = ({ contents }: Words): Words =>
  nameField("contentsNames", contents, CONTENTS);
const lightWords = ({ type, flags }: Words): Words => ({
  typeName: EMITTERS[type as number] ?? null,
  ...nameField("flagNames", flags, WORLD_LIGHT),
});

const WORDS: { readonly [K in LumpName]?: (row: Words) => Words } = {
  LUMP_TEXINFO: ({ flags }) => nameField("flagNames", flags, SURFACE),
  LUMP_BRUSHES: contentsWords,
  LUMP_LEAFS: contentsWords,
  LUMP_DISPINFO: contentsWords,
  LUMP_WORLDLIGHTS: lightWords,
  LUMP_WORLDLIGHTS_HDR: lightWords,
};

/** A dialect's records may be read without the field. */
const nameField = (field: string, flags: unknown, names: BitNames): Words =>
  typeof flags === "number" ? { [field]: nameBits(flags, names) } : {};

/** What is added to a row of a lump: its flags by their names. */
export const wordsOf = (slot: LumpName, row: Words): Words => WORDS[slot]?.(row) ?? {};
