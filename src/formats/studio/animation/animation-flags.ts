/** `mstudioanim_t.flags`: encoding of a bone's poses. */

/** A constant position, three 16-bit floats. */
export const STUDIO_ANIM_RAWPOS = 0x01;
/** A constant rotation, `Quaternion48`. */
export const STUDIO_ANIM_RAWROT = 0x02;
/** Run-length coded values for each axis. */
export const STUDIO_ANIM_ANIMPOS = 0x04;
export const STUDIO_ANIM_ANIMROT = 0x08;
/** Values are not added to the bind pose. */
export const STUDIO_ANIM_DELTA = 0x10;
/** A constant rotation, `Quaternion64`. */
export const STUDIO_ANIM_RAWROT2 = 0x20;
/** Bone number in the single record of a block without animated bones. */
export const NO_BONE = 255;

/** `STUDIO_FRAME_*` of `mstudio_frame_anim_t`: encoding of a bone's poses, a byte a bone. */

/** Constant position, three 16-bit floats. */
export const FRAME_CONST_POS = 0x01;
/** Constant rotation, `Quaternion48`. */
export const FRAME_CONST_ROT = 0x02;
/** Position in each frame's row, three 16-bit floats. */
export const FRAME_ANIM_POS = 0x04;
/** Rotation in each frame's row, `Quaternion48`. */
export const FRAME_ANIM_ROT = 0x08;
/** Position in each frame's row, three floats. */
export const FRAME_ANIM_POS2 = 0x10;
/** Constant position, three floats. */
export const FRAME_CONST_POS2 = 0x20;
/** Constant rotation, `Quaternion48S`. */
export const FRAME_CONST_ROT2 = 0x40;
/** Rotation in each frame's row, `Quaternion48S`. */
export const FRAME_ANIM_ROT2 = 0x80;
