/**
 * Lightmapped surfaces with parameters that few materials have: borders between two layers, a ramp for light, normal
 * maps that are added, highlights of the sun. They use what else only models do, as `layers.ts` does.
 */

import {
  PARAM_BLEND_S,
  PARAM_BLEND_T,
  PARAM_GLOW,
  PARAM_GLOW_RANGES,
  PARAM_MASK_S,
  PARAM_MASK_T,
  PARAM_MODEL_TINT,
  PARAM_PHONG,
  PARAM_PHONG_RANGES,
  PARAM_PHONG_TINT,
  PARAM_RIM,
} from "../material-params.ts";
import { ROLE_PHONG_WARP } from "../texture-roles.ts";

/** Normal map over the sum of two others; its alpha says how much of those is seen. */
export const ROLE_BUMP_MASK = ROLE_PHONG_WARP;

/**
 * Of `$newlayerblending`: softness of the blend, −1 if the blend mask's red has it; strength, offset and softness of the
 * border.
 */
export const PARAM_WALL_BLEND = PARAM_PHONG;
/** Tint of the border, linear. */
export const PARAM_WALL_BORDER = PARAM_PHONG_TINT;
/** Normals along the border: strength, negative if they point inwards, 0 if there are none; offset; softness. */
export const PARAM_WALL_EDGE = PARAM_PHONG_RANGES;
/**
 * Tints of the first and the second base texture, linear; how much of what is mirrored the alpha of each normal map
 * lets through at most.
 */
export const PARAM_WALL_TINT = PARAM_RIM;
export const PARAM_WALL_TINT2 = PARAM_GLOW;
/** Tint of what glows by the base texture's alpha; 1 if the first two normal maps are added. */
export const PARAM_WALL_GLOW = PARAM_GLOW_RANGES;
/**
 * How much light dims what is mirrored, 0 to 1; luminance of the light at which nothing is mirrored; 1 / the luminance
 * from there to where all is.
 */
export const PARAM_WALL_MIRROR = PARAM_MODEL_TINT;
/** Where a vertex's (s, t) lies in the two normal maps that are added: such materials have no other masks. */
export const PARAM_WALL_BUMP_S = PARAM_BLEND_S;
export const PARAM_WALL_BUMP_T = PARAM_BLEND_T;
export const PARAM_WALL_BUMP2_S = PARAM_MASK_S;
export const PARAM_WALL_BUMP2_T = PARAM_MASK_T;
