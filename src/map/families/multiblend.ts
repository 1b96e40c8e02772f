/**
 * MultiBlend: four textures over each other, by what each vertex of a displacement says. It uses what else only models
 * do, as `layers.ts` does. As it takes no lightmap, what a vertex says lies where others say how they are lit:
 *
 * | of `WORLD_VERTEX` | holds |
 * |---|---|
 * | `lightmapCoord` | the second and the third colour, a number each: r + g 256 + b 65536 |
 * | `normal` | w: 127 if there is any of this; else the first texture is all |
 * | `tangent` | the first three alphas and the fourth colour's blue: 0..1 is -127..127 |
 * | `blend` | the first three weights and the fourth colour's green |
 * | `styles` | the first colour, and the fourth's red |
 */

import { PARAM_PHONG, PARAM_PHONG_TINT } from "../material-params.ts";
import {
  ROLE_BUMP,
  ROLE_BUMP2,
  ROLE_EXPONENT,
  ROLE_LIGHT_WARP,
  ROLE_PHONG_WARP,
} from "../texture-roles.ts";

/** After the two that blends of two have, too. */
export const ROLE_MULTI_BASE3 = ROLE_EXPONENT;
export const ROLE_MULTI_BASE4 = ROLE_LIGHT_WARP;
/** Of the first to the third: their alpha says how soft its edge is. */
export const ROLE_MULTI_SPEC = ROLE_BUMP;
export const ROLE_MULTI_SPEC2 = ROLE_BUMP2;
export const ROLE_MULTI_SPEC3 = ROLE_PHONG_WARP;

/** Of each texture: the cosine and the sine of its turn, in repeats of one of what the vertices say. */
export const PARAM_MULTI_COS = PARAM_PHONG;
export const PARAM_MULTI_SIN = PARAM_PHONG_TINT;
