/** `SURF_*` bits of Valve's `bspflags.h`, for `TexInfos.flags`. */

/** Sky without the 3D skybox. */
export const SURF_SKY2D = 0x0002;
export const SURF_SKY = 0x0004;
export const SURF_WARP = 0x0008;
export const SURF_TRANS = 0x0010;
export const SURF_NOPORTAL = 0x0020;
export const SURF_TRIGGER = 0x0040;
export const SURF_NODRAW = 0x0080;
export const SURF_HINT = 0x0100;
export const SURF_SKIP = 0x0200;
export const SURF_NOLIGHT = 0x0400;
/** Four lightmaps a style: flat, and one for each bump basis vector. */
export const SURF_BUMPLIGHT = 0x0800;
/** Receives no shadows from models. */
export const SURF_NOSHADOWS = 0x1000;
export const SURF_NODECALS = 0x2000;
export const SURF_NOCHOP = 0x4000;

/** Surfaces that are never drawn. */
export const SURF_INVISIBLE =
  SURF_SKY2D | SURF_SKY | SURF_TRIGGER | SURF_NODRAW | SURF_HINT | SURF_SKIP;
