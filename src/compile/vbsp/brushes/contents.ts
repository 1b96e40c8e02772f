/** `CONTENTS_*` of Valve's `bspflags.h` that materials do not set, and combinations of them. */

import {
  CONTENTS_GRATE,
  CONTENTS_MONSTERCLIP,
  CONTENTS_PLAYERCLIP,
  CONTENTS_SLIME,
  CONTENTS_WATER,
  CONTENTS_WINDOW,
} from "../../material-flags.ts";

export {
  CONTENTS_BLOCKLOS,
  CONTENTS_DETAIL,
  CONTENTS_GRATE,
  CONTENTS_LADDER,
  CONTENTS_MONSTERCLIP,
  CONTENTS_OPAQUE,
  CONTENTS_ORIGIN,
  CONTENTS_PLAYERCLIP,
  CONTENTS_SLIME,
  CONTENTS_SOLID,
  CONTENTS_WATER,
  CONTENTS_WINDOW,
} from "../../material-flags.ts";

export const CONTENTS_AREAPORTAL = 0x8000;
export const CONTENTS_TRANSLUCENT = 0x10000000;

export const CONTENTS_CLIP = CONTENTS_PLAYERCLIP | CONTENTS_MONSTERCLIP;
export const CONTENTS_LIQUID = CONTENTS_WATER | CONTENTS_SLIME;
/** `ALL_VISIBLE_CONTENTS`: a change of one of these makes a surface. */
export const CONTENTS_VISIBLE = 0xff;
/** `TRANSPARENT_CONTENTS`: transparent, but these brushes cut each other like solid ones. */
export const CONTENTS_TRANSPARENT = CONTENTS_WINDOW | CONTENTS_GRATE;

/** Returns the strongest visible content of a set: its lowest bit; 0 if none. */
export function visibleContents(contents: number): number {
  const visible = contents & CONTENTS_VISIBLE;
  return visible & -visible;
}
