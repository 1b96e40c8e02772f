/**
 * SMD, the source format of studiomdl: a text with bones, their poses by frame, triangles, and (in
 * a VTA) shapes of vertices. Bones are identified by row; their ids in the file are only kept for
 * writing. Inches, radians.
 */

export interface Smd {
  /** 1 to 3. */
  readonly version: number;
  readonly nodes: SmdNodes;
  readonly skeleton: SmdSkeleton;
  readonly triangles: SmdTriangles;
  /** `null` if the file has no such block. */
  readonly vertexAnimation: SmdVertexAnimation | null;
}

/** Bones. A parent's row comes before its children's, whatever the order in the file. */
export interface SmdNodes {
  readonly count: number;
  /** Number of the bone in the file. */
  readonly id: Int32Array;
  readonly name: readonly string[];
  /** Row of the parent; −1 if none. */
  readonly parent: Int32Array;
}

/**
 * A pose of every bone for every frame, relative to its parent. Poses missing in the file are
 * filled in.
 */
export interface SmdSkeleton {
  readonly frameCount: number;
  /** Number of each frame in the file, increasing. */
  readonly time: Int32Array;
  /** 3 a bone, `nodes.count` bones a frame. */
  readonly position: Float32Array;
  /** 3 a bone: rotations about x, then y, then z, in radians. */
  readonly rotation: Float32Array;
}

/**
 * Three vertices a triangle, in model space. They are counter-clockwise seen from the visible side:
 * exporters write them this way and studiomdl expects it, unlike the documentation of the format.
 */
export interface SmdTriangles {
  readonly count: number;
  /** Names as written in the file, each once, in order of appearance. */
  readonly materials: readonly string[];
  /** Row of `materials` for each triangle. */
  readonly material: Uint32Array;
  /** Parent bone of each vertex: the first word of its line. */
  readonly bone: Uint16Array;
  /** 3 a vertex. */
  readonly position: Float32Array;
  /** 3 a vertex, as in the file (not normalised). */
  readonly normal: Float32Array;
  /** 2 a vertex; v points up, as in the file. */
  readonly texCoord: Float32Array;
  /** First link of each vertex; plus an end value. Every vertex has at least one link. */
  readonly firstLink: Uint32Array;
  readonly linkBone: Uint16Array;
  /**
   * Weights above 0. They sum to 1 or more: weight missing in the file is assigned to the parent
   * bone.
   */
  readonly linkWeight: Float32Array;
  /** First pair of `extraTexCoord` of each vertex; plus an end value. Version 3 only. */
  readonly firstExtraTexCoord: Uint32Array;
  /** 2 a row. */
  readonly extraTexCoord: Float32Array;
}

/**
 * Shapes of a VTA. The first contains every vertex, later ones the vertices that differ from it.
 */
export interface SmdVertexAnimation {
  readonly frameCount: number;
  readonly time: Int32Array;
  /** Name of each frame, from the comment that tools write after its time; empty if none. */
  readonly name: readonly string[];
  /** First row of each frame; plus an end value. */
  readonly firstVertex: Uint32Array;
  /** Number of the vertex in the `triangles` of the reference. */
  readonly id: Uint32Array;
  /** 3 a row, model space. */
  readonly position: Float32Array;
  /** 3 a row. */
  readonly normal: Float32Array;
}
