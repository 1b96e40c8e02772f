/** A model's collision model (`.phy`): convex hulls and physical properties. */

import type { KeyValuesNode } from "../keyvalues/types.ts";

export interface Phy {
  /** Checksum of its MDL. */
  readonly checksum: number;
  /** Number of rigid bodies: one, or one for each joint of a ragdoll. */
  readonly solidCount: number;
  readonly hullCount: number;
  /** Solid of each hull. */
  readonly hullSolid: Uint32Array;
  /** First row of `corners` of each hull, in triangles; plus an end value. */
  readonly hullFirstTriangle: Uint32Array;
  /** Number of points shared by the triangles of each hull. */
  readonly hullPointCount: Uint32Array;
  /**
   * 9 a triangle, three points: inches, in model space, or the space of the bone that a joint is
   * named after. Counter-clockwise seen from outside.
   */
  readonly corners: Float32Array;
  /**
   * Text after the solids: `solid` blocks with `name`, `mass`, `surfaceprop`, then `editparams` and
   * others.
   */
  readonly keyValues: readonly KeyValuesNode[];
}
