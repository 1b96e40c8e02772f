/** Textures that are laid over the world by its axes, from `common_lightmappedgeneric_fxc.h`. */

import type { Triple } from "./bump.ts";

export interface SeamlessPart {
  readonly share: number;
  /** Of the texture. */
  readonly s: number;
  readonly t: number;
}

/** Where a texture is read for a place, and how much each counts: x, y, z. */
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

/** The same of a model, by its own axes: `vertexlit_and_unlit_generic_ps2x.fxc`, which takes two planes the other way. */
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
