/** The BSP tree and its visibility, for the leaf walk and the PVS decoder. */

export interface LeafTree {
  readonly nodeCount: number;
  /** 4 a node: the plane's normal and distance. */
  readonly nodePlane: Float32Array;
  /** 2 a node: front, back. A negative child is leaf −1 − child. */
  readonly nodeChildren: Int32Array;
  readonly leafCount: number;
  /** Cluster of each leaf; −1 if it is solid or outside the map. */
  readonly leafCluster: Int32Array;
  /** `LEAF_FLAGS_*`: 1 sky, 2 radial, 4 2D sky. */
  readonly leafFlags: Uint8Array;
  /** 6 a leaf: mins, maxs. */
  readonly leafBox: Float32Array;
}

/**
 * Potentially visible set. Rows are run-length coded: a byte of bits, or a zero and a number of
 * zero bytes.
 */
export interface Pvs {
  readonly clusterCount: number;
  /** Byte offset of each cluster's row in `bytes`. */
  readonly rowOffset: Uint32Array;
  readonly bytes: Uint8Array;
}

/** Bodies of water and the leafs in them: LUMP_LEAFWATERDATA. */
export interface LeafWaters {
  /** Body of water of each leaf; −1 if none. */
  readonly leafWater: Int32Array;
  /** Height of the surface of each body, inches. */
  readonly surfaceZ: Float32Array;
  /** Row of the world's materials for the surface of each body; −1 if no surface is drawn. */
  readonly material: Int32Array;
}
