/**
 * Bounding volume hierarchy over triangles in flat arrays, which can lie in shared memory and be
 * traversed without objects. Triangles are two-sided.
 */

export interface Bvh {
  readonly triangleCount: number;
  /** 24 a node: min x of its four children, then min y and z, and max x, y and z. */
  readonly nodeBoxes: Float32Array;
  /** 4 a node: number of a node, or -1 - (group * 4 + count - 1) for a group of triangles. */
  readonly nodeChildren: Int32Array;
  /** 36 a group of up to four triangles: x of a corner of each, y, z, then of the two edges. */
  readonly triangles: Float32Array;
  /** 4 a group: the caller's number of each triangle; `NO_TRIANGLE` for missing ones. */
  readonly triangleIds: Uint32Array;
  /** Most nodes that a traversal has yet to visit. */
  readonly stackSize: number;
  /** Place in WebAssembly memory; `null` if it is not there. */
  readonly place: BvhPlace | null;
}

/** Triangles in a group, and children of a node. */
export const WIDTH = 4;
export const NO_TRIANGLE = 0xffffffff;
export const BOX_FLOATS = 6 * WIDTH;
export const GROUP_FLOATS = 9 * WIDTH;

/** Byte offsets of a BVH's arrays in memory, and where each thread has its scratch memory. */
export interface BvhPlace {
  readonly memory: WebAssembly.Memory;
  readonly boxes: number;
  readonly children: number;
  readonly triangles: number;
  readonly ids: number;
  readonly scratchBytes: number;
}
