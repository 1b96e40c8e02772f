/** Seamless textures, projected along world axes, from `common_lightmappedgeneric_fxc.h`. */

import type { Triple } from "./bump.ts";

export interface SeamlessPart {
  readonly share: number;
  /** Texture coordinates. */
  readonly s: number;
  readonly t: number;
}

/** Returns the sample position and weight of the x, y and z projections. */
export function seamlessParts(place: Triple, normal: Triple, scale: number): SeamlessPart[] {
  const length = Math.hypot(...normal);
  const share = normal.map((n) => (n / length) ** 2);
  const [x, y, z] = place.map((c) => c * scale);
  return [
    { share: share[0], s: z, t: y },
    { share: share[1], s: x, t: z },
    { share: share[2], s: x, t: y },
  ];
}

/**
 * Returns the same for a model along its own axes: `vertexlit_and_unlit_generic_ps2x.fxc`, which
 * flips two planes.
 */
export function drapedParts(place: Triple, normal: Triple, scale: number): SeamlessPart[] {
  const length = Math.hypot(...normal);
  const share = normal.map((n) => (n / length) ** 2);
  const [x, y, z] = place.map((c) => c * scale);
  return [
    { share: share[0], s: y, t: z },
    { share: share[1], s: z, t: x },
    { share: share[2], s: x, t: y },
  ];
}
