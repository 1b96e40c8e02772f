/** A model's collision model (`.phy`): convex hulls, and what the physics know of them. */

import type { KeyValuesNode } from "../keyvalues/types.ts";

export interface Phy {
  /** Of the MDL that it was made for. */
  readonly checksum: number;
  /** Bodies that move by themselves: one, or one a joint of a ragdoll. */
  readonly solidCount: number;
  readonly hullCount: number;
  /** The solid of each hull. */
  readonly hullSolid: Uint32Array;
  /** First row of `corners` of each hull, in triangles; one more at the end. */
  readonly hullFirstTriangle: Uint32Array;
  /** Points that the triangles of each hull share. */
  readonly hullPointCount: Uint32Array;
  /**
   * 9 a triangle, three points: inches, in the model's space, or that of the bone a joint is named for.
   * Counter-clockwise seen from outside.
   */
  readonly corners: Float32Array;
  /** What stands after the solids: `solid` blocks with `name`, `mass`, `surfaceprop`, then `editparams` and others. */
  readonly keyValues: readonly KeyValuesNode[];
}
