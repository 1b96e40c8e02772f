/**
 * Eyes of models, of the shaders Eyes and EyeRefract. They use rows of `MATERIAL_PARAMS` that other models' highlights
 * have, so that no material pays for them. What is said of an eyeball is in its model's space: rows of zeros where a
 * mesh is none.
 */

import {
  PARAM_GLOW,
  PARAM_GLOW_RANGES,
  PARAM_PHONG,
  PARAM_PHONG_RANGES,
  PARAM_PHONG_TINT,
  PARAM_RIM,
} from "../material-params.ts";

/** Its middle. Then the radius, in inches, of the ball that a ray is cast against. */
export const PARAM_EYE_ORIGIN = PARAM_PHONG;
/** Repeats of the iris an inch, to its right; then downwards. Each with a number: the pupil's width; the iris's depth. */
export const PARAM_EYE_S = PARAM_PHONG_TINT;
export const PARAM_EYE_T = PARAM_PHONG_RANGES;
/** Up, of unit length. Then `EYE_*`. */
export const PARAM_EYE_UP = PARAM_RIM;
/** How glossy it is; how far its cornea bends light; whether a ray is cast; 2: nothing is seen where that misses. */
export const PARAM_EYE_CORNEA = PARAM_GLOW;
/**
 * The colour of light where the occlusion texture is black. Then, of a model that moves, one more than the number of the
 * bone that takes the eyeball along: what is said of it is as it was bound; 0: it is as the model stands.
 */
export const PARAM_EYE_OCCLUSION = PARAM_GLOW_RANGES;

/** What draws it: Eyes; EyeRefract. */
export const EYE_PLAIN = 0;
export const EYE_REFRACTING = 1;
