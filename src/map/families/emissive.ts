/** `$emissiveblend` of models: light that flows over them. It uses what other models leave free. */

import { PARAM_SECOND_S, PARAM_SECOND_T } from "../material-params.ts";
import { ROLE_BASE2, ROLE_BLENDMASK, ROLE_BUMP2 } from "../texture-roles.ts";

/** Colour of what glows, by the surface's own coordinates. */
export const ROLE_EMISSIVE_BASE = ROLE_BASE2;
/** Coordinates in the texture that flows, as red and green. */
export const ROLE_EMISSIVE_FLOW = ROLE_BUMP2;
/** The texture that flows. */
export const ROLE_EMISSIVE = ROLE_BLENDMASK;

/** Distance that the texture has flowed, along s and t. */
export const PARAM_EMISSIVE_SCROLL = PARAM_SECOND_S;
/** The light's tint, times its strength. */
export const PARAM_EMISSIVE_TINT = PARAM_SECOND_T;
