/** Combinations of `CONTENTS_*` bits that vbsp tests. */

import {
  CONTENTS_GRATE,
  CONTENTS_MONSTERCLIP,
  CONTENTS_PLAYERCLIP,
  CONTENTS_SLIME,
  CONTENTS_WATER,
  CONTENTS_WINDOW,
} from "../../../formats/bsp/layouts/contents-flags.ts";

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
