/** `mstudioanim_t.flags`: how a bone's poses are stored. */

/** A constant position, three 16-bit floats. */
export const STUDIO_ANIM_RAWPOS = 0x01;
/** A constant turn, `Quaternion48`. */
export const STUDIO_ANIM_RAWROT = 0x02;
/** A run-length coded stream of values for each axis. */
export const STUDIO_ANIM_ANIMPOS = 0x04;
export const STUDIO_ANIM_ANIMROT = 0x08;
/** Values are not added to the bind pose. */
export const STUDIO_ANIM_DELTA = 0x10;
/** A constant turn, `Quaternion64`. */
export const STUDIO_ANIM_RAWROT2 = 0x20;
/** The bone of the one record of a block that moves none. */
export const NO_BONE = 255;

/** `STUDIO_FRAME_*` of `mstudio_frame_anim_t`: how a bone's poses are stored, a byte a bone. */

/** Constant position, three 16-bit floats. */
export const FRAME_CONST_POS = 0x01;
/** Constant turn, `Quaternion48`. */
export const FRAME_CONST_ROT = 0x02;
/** Position in each frame's row, three 16-bit floats. */
export const FRAME_ANIM_POS = 0x04;
/** Turn in each frame's row, `Quaternion48`. */
export const FRAME_ANIM_ROT = 0x08;
/** Position in each frame's row, three floats. */
export const FRAME_ANIM_POS2 = 0x10;
/** Constant position, three floats. */
export const FRAME_CONST_POS2 = 0x20;
/** Constant turn, `Quaternion48S`. */
export const FRAME_CONST_ROT2 = 0x40;
/** Turn in each frame's row, `Quaternion48S`. */
export const FRAME_ANIM_ROT2 = 0x80;
