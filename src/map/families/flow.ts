/** Water that flows: it uses what else only models do, as `layers.ts` does. */

import { PARAM_PHONG, PARAM_PHONG_TINT } from "../material-params.ts";
import { ROLE_EXPONENT, ROLE_GLOW } from "../texture-roles.ts";

/** Where it flows to, red along x and green against y; and which part of it begins anew when. */
export const ROLE_FLOW = ROLE_EXPONENT;
export const ROLE_FLOW_NOISE = ROLE_GLOW;

/** Repeats of the map in one of the normal map's; repeats of that an inch; its strength; how fast time goes. */
export const PARAM_FLOW = PARAM_PHONG;
/** Seconds of half a turn; how far it flows in a whole one, in repeats; repeats of the noise an inch. */
export const PARAM_FLOW_TIME = PARAM_PHONG_TINT;
