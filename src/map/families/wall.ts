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
  PARAM_MODEL_LIGHT,
  PARAM_PHONG,
  PARAM_PHONG_RANGES,
  PARAM_PHONG_TINT,
  PARAM_REFRACT,
  PARAM_REFRACT_TINT,
  PARAM_RIM,
  PARAM_SECOND_S,
  PARAM_SECOND_T,
} from "../material-params.ts";
import { ROLE_PHONG_WARP } from "../texture-roles.ts";

/** Normal map over the sum of two others; its alpha says how much of those is seen. */
export const ROLE_BUMP_MASK = ROLE_PHONG_WARP;

/**
 * `$newlayerblending`: softness of the blend (−1 if the blend mask's red channel holds it), then strength, offset and
 * softness of the border.
 */
export const PARAM_WALL_BLEND = PARAM_PHONG;
/** Tint of the border, linear. */
export const PARAM_WALL_BORDER = PARAM_PHONG_TINT;
/** `$layeredgenormal`: strength of the normals along the border (negative points inwards, 0 is off), offset, softness. */
export const PARAM_WALL_EDGE = PARAM_PHONG_RANGES;
/**
 * Tints of the first and the second base texture, linear; how much of what is mirrored the alpha of each normal map
 * lets through at most.
 */
export const PARAM_WALL_TINT = PARAM_RIM;
export const PARAM_WALL_TINT2 = PARAM_GLOW;
/** Tint of what glows by the base texture's alpha; 1 if the first two normal maps are added. */
export const PARAM_WALL_GLOW = PARAM_GLOW_RANGES;
/** Where a vertex's (s, t) lies in the two normal maps that are added: such materials have no other masks. */
export const PARAM_WALL_BUMP_S = PARAM_BLEND_S;
export const PARAM_WALL_BUMP_T = PARAM_BLEND_T;
export const PARAM_WALL_BUMP2_S = PARAM_MASK_S;
export const PARAM_WALL_BUMP2_T = PARAM_MASK_T;
/** Highlights of the sun: exponents of the first and the second layer; how much of the color of each they have. */
export const PARAM_WALL_PHONG = PARAM_MODEL_LIGHT;
/** Their color on the first and on the second layer; then a factor of it. */
export const PARAM_WALL_PHONG_AMOUNT = PARAM_SECOND_S;
export const PARAM_WALL_PHONG_AMOUNT2 = PARAM_SECOND_T;
/** Exponent and factor of the luminance that masks them, of the first layer, then of the second. */
export const PARAM_WALL_PHONG_MASK = PARAM_REFRACT;
/** Direction to the sun; then `SHINES_*`. */
export const PARAM_WALL_SUN = PARAM_REFRACT_TINT;

/** There is no highlight; it has no mask besides; the normal map's alpha, or what the base's alpha leaves, masks it. */
export const SHINES_NOT = 0;
export const SHINES = 1;
export const SHINES_BY_BUMP = 2;
export const SHINES_BY_BASE = 3;
