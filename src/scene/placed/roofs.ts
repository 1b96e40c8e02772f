/** Heights of roofs below a volume of rain, so that drops end there. */

import type { Ledger } from "../../core/ledger.ts";
import { ROOF_CELLS } from "../../map/placed/emitters.ts";
import type { LeafTree } from "../../map/tree.ts";
import type { Vector3 } from "../../particles/index.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import type { Trace } from "../../visibility/trace.ts";

/** Height of places without a roof, inches. */
export const NO_ROOF = -1e9;
/** Inches between places that are tried for air. */
const STEP = 32;

/**
 * Casts a ray down in the middle of each cell of a volume. The volume may reach into the solid above
 * the sky: each ray begins in the highest air. If what is above that air is no sky, the cell has no
 * rain at all.
 * @param tests budget of ray tests; beyond it, cells have no roof
 * @returns `ROOF_CELLS` squared heights, row by row along x
 */
export function castRoofs(
  tree: LeafTree,
  trace: Trace,
  origin: Vector3,
  volume: Vector3,
  tests: Pick<Ledger, "tryTake">,
): Float32Array {
  const heights = new Float32Array(ROOF_CELLS * ROOF_CELLS).fill(NO_ROOF);
  const bottom = origin[2];
  for (let cell = 0; cell < heights.length; cell++) {
    const x = origin[0] + (((cell % ROOF_CELLS) + 0.5) / ROOF_CELLS) * volume[0];
    const y = origin[1] + ((Math.floor(cell / ROOF_CELLS) + 0.5) / ROOF_CELLS) * volume[1];
    const top = bottom + volume[2];
    let z = top;
    while (z > bottom && tree.leafCluster[findLeaf(tree, x, y, z)] < 0) z -= STEP;
    if (z <= bottom) continue;
    const before = trace.tests;
    const isCovered = z < top && trace.cast(x, y, z, 0, 0, 1, top - z + STEP);
    const isHit = !isCovered && trace.cast(x, y, z, 0, 0, -1, z - bottom);
    if (!tests.tryTake("rayTests", trace.tests - before)) return heights;
    if (isCovered) heights[cell] = top;
    else if (isHit) heights[cell] = z - trace.hit.distance;
  }
  return heights;
}
