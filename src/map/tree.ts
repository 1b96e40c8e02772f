/** The BSP tree and its visibility, as the leaf walk and the PVS decoder read them. */

export interface LeafTree {
  readonly nodeCount: number;
  /** 4 a node: the plane's normal and distance. */
  readonly nodePlane: Float32Array;
  /** 2 a node: front, back. Negative: leaf -1 - child. */
  readonly nodeChildren: Int32Array;
  readonly leafCount: number;
  /** -1: solid, or outside the map. */
  readonly leafCluster: Int32Array;
  /** `LEAF_FLAGS_*`: 1 sky, 2 radial, 4 2D sky. */
  readonly leafFlags: Uint8Array;
  /** 6 a leaf: mins, maxs. */
  readonly leafBox: Float32Array;
}

/** Run-length coded rows: a byte of bits, or a zero and how many zero bytes it stands for. */
export interface Pvs {
  readonly clusterCount: number;
  /** Byte offset of each cluster's row in `bytes`. */
  readonly rowOffset: Uint32Array;
  readonly bytes: Uint8Array;
}

/** Bodies of water, and the leafs that are in one: LUMP_LEAFWATERDATA. */
export interface LeafWaters {
  /** Of each leaf: the body it is in; -1: none. */
  readonly leafWater: Int32Array;
  /** Of each body: the height of its surface, inches. */
  readonly surfaceZ: Float32Array;
  /** Row of the world's materials of its surface; -1: it has none that is drawn. */
  readonly material: Int32Array;
}
