/** Distance-coded alpha, of unlit surfaces and models. It uses what else only models do, as `layers.ts` does. */

import {
  PARAM_GLOW,
  PARAM_GLOW_RANGES,
  PARAM_PHONG,
  PARAM_PHONG_RANGES,
  PARAM_PHONG_TINT,
  PARAM_RIM,
} from "../material-params.ts";

/** Distance of a soft edge's inner and outer end; 1: the edge is soft; 1: the detail texture's alpha holds the distance. */
export const PARAM_DISTANCE_EDGE = PARAM_PHONG;
/** Distances between which an outline fades in and out: outer start, outer end, inner end, inner start. */
export const PARAM_DISTANCE_OUTLINE = PARAM_PHONG_TINT;
/** The outline's colour, linear, and its alpha. */
export const PARAM_DISTANCE_OUTLINE_COLOR = PARAM_PHONG_RANGES;
/** 1: there is an outline; 1: there is a glow; the glow's offset in the texture. */
export const PARAM_DISTANCE_HOW = PARAM_RIM;
/** The glow's colour, linear, and its alpha. */
export const PARAM_DISTANCE_GLOW_COLOR = PARAM_GLOW;
/** Distances between which the glow fades in. */
export const PARAM_DISTANCE_GLOW = PARAM_GLOW_RANGES;
