/** `CONTENTS_*` bits of Valve's `bspflags.h`, for brushes, leafs and displacements. */

export const CONTENTS_SOLID = 0x1;
export const CONTENTS_WINDOW = 0x2;
export const CONTENTS_GRATE = 0x8;
export const CONTENTS_SLIME = 0x10;
export const CONTENTS_WATER = 0x20;
export const CONTENTS_BLOCKLOS = 0x40;
export const CONTENTS_OPAQUE = 0x80;
export const CONTENTS_MOVEABLE = 0x4000;
export const CONTENTS_AREAPORTAL = 0x8000;
export const CONTENTS_PLAYERCLIP = 0x10000;
export const CONTENTS_MONSTERCLIP = 0x20000;
export const CONTENTS_ORIGIN = 0x1000000;
export const CONTENTS_DETAIL = 0x8000000;
export const CONTENTS_TRANSLUCENT = 0x10000000;
export const CONTENTS_LADDER = 0x20000000;

/** Bits of `MASK_SOLID` in `bspflags.h` that brushes use: no water, clips, ladders or hints. */
export const CONTENTS_STOPS_RAYS =
  CONTENTS_SOLID | CONTENTS_WINDOW | CONTENTS_GRATE | CONTENTS_MOVEABLE;

/** Bits of `MASK_PLAYERSOLID` in `bspflags.h` that brushes use. */
export const MASK_PLAYERSOLID = CONTENTS_STOPS_RAYS | CONTENTS_PLAYERCLIP;
/** Bits of `MASK_OPAQUE` in `bspflags.h`, which stop light. */
export const MASK_OPAQUE = CONTENTS_SOLID | CONTENTS_OPAQUE | CONTENTS_MOVEABLE;
/** Water and slime. */
export const MASK_WATER = CONTENTS_WATER | CONTENTS_SLIME;
