/** `CONTENTS_*` of Valve's `bspflags.h`, as brushes, leafs and displacements have them. */

export const CONTENTS_SOLID = 0x1;
export const CONTENTS_WINDOW = 0x2;
export const CONTENTS_GRATE = 0x8;
export const CONTENTS_MOVEABLE = 0x4000;

/** What `MASK_SOLID` of `bspflags.h` has of brushes: no water, no clips, no ladders, no hints. */
export const CONTENTS_STOPS_RAYS =
  CONTENTS_SOLID | CONTENTS_WINDOW | CONTENTS_GRATE | CONTENTS_MOVEABLE;

export const CONTENTS_PLAYERCLIP = 0x10000;
export const CONTENTS_LADDER = 0x20000000;

/** `MASK_PLAYERSOLID` of `bspflags.h`, as far as brushes have it. */
export const MASK_PLAYERSOLID = CONTENTS_STOPS_RAYS | CONTENTS_PLAYERCLIP;
/** Water and slime. */
export const MASK_WATER = 0x30;
