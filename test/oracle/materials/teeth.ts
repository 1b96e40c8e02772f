/**
 * Darkness of teeth, independent of the shaders. Sources in the engine's public SDK:
 * `teeth_vs20.fxc` and `teeth_bump_vs20.fxc` (light that reaches the mouth), `teeth_bump_ps2x.fxc`
 * (highlights).
 */

import { dot, type Highlight, type Triple } from "./model.ts";

/** Returns the factor for all light on a tooth with the given unit vertex normal. */
export const letIn = (normal: Triple, forward: Triple, illumination: number) =>
  illumination * Math.min(Math.max(dot(normal, forward), 0), 1);

/**
 * Returns the highlight of bumped teeth: independent of direction, masked by the base texture's
 * alpha.
 */
export const toothHighlight = (exponent: number, baseAlpha: number): Highlight => ({
  ...{ exponent, boost: 1, mask: baseAlpha, ranges: [1, 1, 1], tint: [1, 1, 1] },
});

/** Returns the exponent of teeth without one, from the normal map's alpha. */
export const toothExponent = (normalAlpha: number) => 1 - normalAlpha + 150 * normalAlpha;
