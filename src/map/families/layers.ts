/**
 * Materials of up to four textures, one over another. They use what else only models do: rows of `TEXTURE_ROLES`
 * and `MATERIAL_PARAMS` that every material would pay for are not added for so few.
 */

import {
  PARAM_GLOW,
  PARAM_GLOW_RANGES,
  PARAM_MODEL_LIGHT,
  PARAM_MODEL_TINT,
  PARAM_PHONG,
  PARAM_PHONG_RANGES,
  PARAM_PHONG_TINT,
  PARAM_RIM,
} from "../material-params.ts";
import { ROLE_EXPONENT, ROLE_GLOW, ROLE_LIGHT_WARP, ROLE_PHONG_WARP } from "../texture-roles.ts";

export const ROLE_BASE3 = ROLE_EXPONENT;
export const ROLE_BASE4 = ROLE_LIGHT_WARP;
export const ROLE_BUMP3 = ROLE_PHONG_WARP;
export const ROLE_BUMP4 = ROLE_GLOW;

/** Of each texture: the luminances between which it counts as dark and as bright, in any order. */
export const PARAM_LAYER_LUM_START = PARAM_PHONG;
export const PARAM_LAYER_LUM_END = PARAM_PHONG_TINT;
/** Of the second to the fourth: the weights between which it comes to cover those before, in any order. */
export const PARAM_LAYER_START = PARAM_PHONG_RANGES;
export const PARAM_LAYER_END = PARAM_RIM;
/** Of these: how much its own luminance counts beside the darkness of the one before. */
export const PARAM_LAYER_LUM = PARAM_GLOW;
/** Of these: how much of its normal map is seen; without one, how much of those before. */
export const PARAM_LAYER_BUMP = PARAM_GLOW_RANGES;
/** Of each: its repeats in one of what the vertices say, along s and t. */
export const PARAM_LAYER_S = PARAM_MODEL_TINT;
export const PARAM_LAYER_T = PARAM_MODEL_LIGHT;
