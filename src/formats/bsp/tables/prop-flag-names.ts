/**
 * Names of static props' flags. Since Portal 2, two bits have another meaning. Sources:
 * `gamebspfile.h` of Source SDK 2013, the Valve Developer Community on "Static prop flags", Strata
 * Source's wiki.
 */

import { bits, nameBits } from "./flag-names.ts";

const FLAGS = bits(
  "FADES USE_LIGHTING_ORIGIN NO_DRAW IGNORE_NORMALS NO_SHADOW SCREEN_SPACE_FADE NO_PER_VERTEX_LIGHTING NO_SELF_SHADOWING NO_PER_TEXEL_LIGHTING",
);
const LATER_FLAGS = bits(
  "FADES USE_LIGHTING_ORIGIN NO_FLASHLIGHT IGNORE_NORMALS NO_SHADOW MARKED_FOR_FAST_REFLECTION NO_PER_VERTEX_LIGHTING NO_SELF_SHADOWING",
);
/** `STATIC_PROP_FLAGS_EX_*`, stored in a separate word. */
const FLAGS_EX = bits("DISABLE_SHADOW_DEPTH DISABLE_CSM ENABLE_LIGHT_BOUNCE");
const STRATA_FLAGS_EX = [...FLAGS_EX, "COLOR_TINT"];
/** With this flag, the colour is the number of a name in `clvr`, red its highest byte. */
export const COLOR_TINT = 0x8;
const STRATA_VERSION = 12;
const LATER_MAPS = 21;

/** Returns the names of the set bits. A bit without a name is given as its value. */
export const nameStaticPropFlags = (flags: number): string[] => nameBits(flags, FLAGS);

type Row = Readonly<Record<string, unknown>>;

/**
 * Returns the names of a prop's flags.
 * @param row the prop's record as stored
 * @param version version of the game lump
 */
export function namePropFlags(row: Row, version: number, mapVersion: number): Row {
  const { flags, flagsEx, diffuseModulation } = row;
  const names = mapVersion < LATER_MAPS && flagsEx === undefined ? FLAGS : LATER_FLAGS;
  const named = { flagNames: nameBits(flags as number, names) };
  if (typeof flagsEx !== "number") return named;
  const isStrata = version >= STRATA_VERSION;
  const flagExNames = nameBits(flagsEx, isStrata ? STRATA_FLAGS_EX : FLAGS_EX);
  if (!isStrata || (flagsEx & COLOR_TINT) === 0) return { ...named, flagExNames };
  const [red, green, blue] = diffuseModulation as number[];
  return { ...named, flagExNames, colorVar: (red << 16) | (green << 8) | blue };
}
