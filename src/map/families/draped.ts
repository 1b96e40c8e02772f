/** Models that are draped: numbers in a row that no model uses, see `layers.ts`. */

import { PARAM_SECOND_T } from "../material-params.ts";

/** Repeats an inch of its model of the base texture, and of the detail texture; 0: that lies as the vertices say. */
export const PARAM_DRAPED = PARAM_SECOND_T;
