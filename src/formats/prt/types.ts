/** Portals between clusters: what vbsp writes to a `.prt` file and vvis reads. */
export interface PortalFile {
  readonly clusterCount: number;
  readonly portalCount: number;
  /** 2 a portal: the clusters on the two sides. */
  readonly clusters: Uint32Array;
  /** First row of `points` of each portal; one more at the end. */
  readonly firstPoint: Uint32Array;
  /** 3 a point. Seen from the first cluster's side, points run clockwise. */
  readonly points: Float64Array;
}
