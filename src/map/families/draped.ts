/** Models that are draped: a number in a row that only what has highlights uses, see `layers.ts`. */

import { PARAM_PHONG_TINT } from "../material-params.ts";

/** Repeats an inch of its model of the base texture, and of the detail texture; 0: that lies as the vertices say. */
export const PARAM_DRAPED = PARAM_PHONG_TINT;
