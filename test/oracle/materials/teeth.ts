/**
 * How dark teeth are, evaluated apart from the shaders. Sources, in the engine's public SDK: `teeth_vs20.fxc` and
 * `teeth_bump_vs20.fxc` (how much light is let in), `teeth_bump_ps2x.fxc` (highlights).
 */

import { dot, type Highlight, type Triple } from "./model.ts";

/** What is left of all light on a tooth whose vertices face along a unit normal. */
export const letIn = (normal: Triple, forward: Triple, illumination: number) =>
  illumination * Math.min(Math.max(dot(normal, forward), 0), 1);

/** Highlights of bumped teeth: as strong from all sides, masked by the base texture's alpha. */
export const toothHighlight = (exponent: number, baseAlpha: number): Highlight => ({
  ...{ exponent, boost: 1, mask: baseAlpha, ranges: [1, 1, 1], tint: [1, 1, 1] },
});

/** Of teeth that state no exponent: what their normal map's alpha says. */
export const toothExponent = (normalAlpha: number) => 1 - normalAlpha + 150 * normalAlpha;
