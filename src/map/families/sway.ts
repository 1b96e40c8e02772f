/**
 * What sways in the wind is a model's material without highlights, in whose rows of `MATERIAL_PARAMS` these stand: see
 * `layers.ts`.
 */

import {
  PARAM_PHONG,
  PARAM_PHONG_RANGES,
  PARAM_PHONG_TINT,
  PARAM_RIM,
} from "../material-params.ts";

/** Inches of its model's height, and the share of them that stands still; the same of its radius. */
export const PARAM_SWAY_SIZE = PARAM_PHONG;
/** Of the sway: its speed and its strength. Of the leaves' flutter: waves from one to the other, and its strength. */
export const PARAM_SWAY_SPEED = PARAM_PHONG_TINT;
/**
 * How much faster it sways in high wind; exponents by which flutter and sway fall off towards what stands still; the
 * flutter's speed.
 */
export const PARAM_SWAY_CURVES = PARAM_PHONG_RANGES;
/** Winds from which and at which it sways as fast as in high wind; the wind itself, along the world's x and y. */
export const PARAM_SWAY_WIND = PARAM_RIM;
