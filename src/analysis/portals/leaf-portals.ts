/** Polygons between the leafs of a compiled map, as columns. */

/** World space, inches. */
export interface LeafPortals {
  readonly count: number;
  /** First row of `points` of each portal; one more at the end. */
  readonly first: Uint32Array;
  /** 3 a point. Clockwise seen from the front of the portal's plane, where `leafA` is. */
  readonly points: Float32Array;
  /** The leaf in front of the portal's plane. */
  readonly leafA: Uint32Array;
  /** The leaf behind it. */
  readonly leafB: Uint32Array;
  /** -1: the leaf is in none. */
  readonly clusterA: Int32Array;
  readonly clusterB: Int32Array;
  /** Row of LUMP_PLANES. */
  readonly plane: Uint32Array;
  /** 1: vvis lets sight through, by the contents of the leafs. */
  readonly isSeenThrough: Uint8Array;
}
