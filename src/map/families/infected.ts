/** Infected of Left 4 Dead 2: models whose colours lie in rows of a gradient. */

import { PARAM_SECOND_S } from "../material-params.ts";
import { ROLE_BASE2 } from "../texture-roles.ts";

/** Rows of colours, for clothes above and for skin below. */
export const ROLE_INFECTED_GRADIENT = ROLE_BASE2;
/** Where the rows of clothes and of skin lie, along t. */
export const PARAM_INFECTED_ROWS = PARAM_SECOND_S;
