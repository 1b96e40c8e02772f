/**
 * Lightmapped surfaces with parameters that few materials have: borders between two layers, a ramp for light, normal
 * maps that are added, highlights of the sun. They use what else only models do, as `layers.ts` does.
 */

import {
  PARAM_GLOW,
  PARAM_PHONG,
  PARAM_PHONG_RANGES,
  PARAM_PHONG_TINT,
  PARAM_RIM,
} from "../material-params.ts";

/**
 * Of `$newlayerblending`: softness of the blend, −1 if the blend mask's red has it; strength, offset and softness of the
 * border.
 */
export const PARAM_WALL_BLEND = PARAM_PHONG;
/** Tint of the border, linear. */
export const PARAM_WALL_BORDER = PARAM_PHONG_TINT;
/** Normals along the border: strength, negative if they point inwards, 0 if there are none; offset; softness. */
export const PARAM_WALL_EDGE = PARAM_PHONG_RANGES;
/** Tints of the first and the second base texture, linear. */
export const PARAM_WALL_TINT = PARAM_RIM;
export const PARAM_WALL_TINT2 = PARAM_GLOW;
