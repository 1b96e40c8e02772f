/** Portals between clusters: contents of a `.prt` file, which vbsp writes and vvis reads. */
export interface PortalFile {
  readonly clusterCount: number;
  readonly portalCount: number;
  /** 2 a portal: the clusters on its two sides. */
  readonly clusters: Uint32Array;
  /** First row of `points` of each portal; plus an end value. */
  readonly firstPoint: Uint32Array;
  /** 3 a point, clockwise seen from the side of the first cluster. */
  readonly points: Float64Array;
}
