/**
 * Parallax-corrected cubemaps, by the formula in Valve's wiki ("Parallax Corrected Cubemaps") after
 * Lagarde's "Local image-based lighting with parallax-corrected cubemaps": the direction from the
 * cubemap's origin to where the reflected ray leaves the box.
 */

import type { Triple } from "./bump.ts";

export interface MirrorBox {
  /** Three rows of four: from world space to the unit box. */
  readonly rows: readonly (readonly [number, number, number, number])[];
  readonly origin: Triple;
}

export function boxedDirection(place: Triple, ray: Triple, { rows, origin }: MirrorBox): Triple {
  const inside = rows.map(([x, y, z, w]) => x * place[0] + y * place[1] + z * place[2] + w);
  const along = rows.map(([x, y, z]) => x * ray[0] + y * ray[1] + z * ray[2]);
  const ways = inside.map((p, axis) => Math.max((1 - p) / along[axis], (0 - p) / along[axis]));
  const way = Math.min(...ways);
  return [0, 1, 2].map((k) => place[k] + ray[k] * way - origin[k]) as never;
}
