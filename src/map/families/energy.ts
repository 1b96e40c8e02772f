/** SolidEnergy: bridges, beams and fields of light. It uses what else only models do, as `layers.ts` does. */

import {
  PARAM_DETAIL_S,
  PARAM_DETAIL_T,
  PARAM_PHONG,
  PARAM_PHONG_RANGES,
  PARAM_PHONG_TINT,
  PARAM_SECOND_S,
  PARAM_SECOND_T,
} from "../material-params.ts";
import { ROLE_BASE2, ROLE_BUMP, ROLE_EXPONENT, ROLE_GLOW, ROLE_MASK } from "../texture-roles.ts";

export const ROLE_ENERGY_DETAIL1 = ROLE_GLOW;
export const ROLE_ENERGY_DETAIL2 = ROLE_BASE2;
/** Where it flows to; which part of it begins anew when; how far it flows, how much more of it there is, how bright. */
export const ROLE_ENERGY_FLOW = ROLE_BUMP;
export const ROLE_ENERGY_NOISE = ROLE_EXPONENT;
export const ROLE_ENERGY_BOUNDS = ROLE_MASK;

/** Repeats of where it flows to, of what flows, and of the noise, in one of the surface's own; turns a second. */
export const PARAM_ENERGY_FLOW = PARAM_PHONG;
/** Its color, linear; how far it flows in a turn, in repeats. */
export const PARAM_ENERGY_COLOR = PARAM_PHONG_TINT;
/** How its details are combined with it, `ENERGY_*`; how sharply one turn follows the other; 1: it flows. */
export const PARAM_ENERGY_HOW = PARAM_PHONG_RANGES;
/** Where a vertex's (s, t) lies in its details. */
export const PARAM_ENERGY_DETAIL1_S = PARAM_DETAIL_S;
export const PARAM_ENERGY_DETAIL1_T = PARAM_DETAIL_T;
export const PARAM_ENERGY_DETAIL2_S = PARAM_SECOND_S;
export const PARAM_ENERGY_DETAIL2_T = PARAM_SECOND_T;

/** There is none. */
export const ENERGY_NONE = 0;
/** Of the first: twice as bright as both; where the base is not opaque, whose alpha says so and no more, or both. */
export const ENERGY_TWICE = 1;
export const ENERGY_MASKED = 2;
export const ENERGY_MASKED_TOO = 3;
/** Of the second: added, as much as the first lets through; or multiplied. */
export const ENERGY_ADDED = 1;
export const ENERGY_MULTIPLIED = 2;
