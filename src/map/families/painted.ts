/** Roles and parameters of models with `$tintmasktexture` or `$decaltexture`. They reuse slots that models leave free. */

import { PARAM_SECOND_S } from "../material-params.ts";
import { ROLE_BASE2, ROLE_BUMP2 } from "../texture-roles.ts";

/** Laid over the base texture where the vertices' second texture coordinates say. */
export const ROLE_DECAL = ROLE_BASE2;
/** Green says how much the color of the material and of its prop tints the base texture. */
export const ROLE_TINT_MASK = ROLE_BUMP2;

/** `DECAL_*`. */
export const PARAM_DECAL = PARAM_SECOND_S;

/** `$decalblendmode`: covers by its alpha; multiplied; multiplied twice; added. */
export const DECAL_COVERS = 0;
export const DECAL_MULTIPLIES = 1;
export const DECAL_DOUBLES = 2;
export const DECAL_ADDS = 3;

/**
 * Range of second texture coordinates, in repeats: from its negative to itself. They lie in what `PROP_VERTEX` has no
 * other use for: s in the fourth bone weight (16 bits), t in the fourth bone index (the upper 8 bits) and the normal's
 * fourth number (the lower 7).
 */
export const SECOND_COORD_RANGE = 2;
