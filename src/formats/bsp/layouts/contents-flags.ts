/** `CONTENTS_*` bits of Valve's `bspflags.h`, for brushes, leafs and displacements. */

export const CONTENTS_SOLID = 0x1;
export const CONTENTS_WINDOW = 0x2;
export const CONTENTS_GRATE = 0x8;
export const CONTENTS_MOVEABLE = 0x4000;

/** Bits of `MASK_SOLID` in `bspflags.h` that brushes use: no water, clips, ladders or hints. */
export const CONTENTS_STOPS_RAYS =
  CONTENTS_SOLID | CONTENTS_WINDOW | CONTENTS_GRATE | CONTENTS_MOVEABLE;

export const CONTENTS_PLAYERCLIP = 0x10000;
export const CONTENTS_LADDER = 0x20000000;

/** Bits of `MASK_PLAYERSOLID` in `bspflags.h` that brushes use. */
export const MASK_PLAYERSOLID = CONTENTS_STOPS_RAYS | CONTENTS_PLAYERCLIP;
/** Water and slime. */
export const MASK_WATER = 0x30;
