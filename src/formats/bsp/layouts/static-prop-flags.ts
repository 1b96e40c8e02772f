/** `STATIC_PROP_*` bits of Valve's `gamebspfile.h`, for props of the lump `sprp`. */

export const STATIC_PROP_FLAG_FADES = 0x1;
export const STATIC_PROP_USE_LIGHTING_ORIGIN = 0x2;
export const STATIC_PROP_IGNORE_NORMALS = 0x8;
export const STATIC_PROP_NO_SHADOW = 0x10;
export const STATIC_PROP_SCREEN_SPACE_FADE = 0x20;
export const STATIC_PROP_NO_PER_VERTEX_LIGHTING = 0x40;
export const STATIC_PROP_NO_PER_TEXEL_LIGHTING = 0x100;
