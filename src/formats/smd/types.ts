/**
 * SMD, studiomdl's source format: a text of bones, their poses by frame, triangles, and (in a VTA)
 * shapes of vertices. Bones are named by row: ids are a file's own business and only kept to be
 * written again. Inches, radians.
 */

export interface Smd {
  /** 1 to 3. */
  readonly version: number;
  readonly nodes: SmdNodes;
  readonly skeleton: SmdSkeleton;
  readonly triangles: SmdTriangles;
  /** Null where the file has no such block. */
  readonly vertexAnimation: SmdVertexAnimation | null;
}

/** Bones. A parent's row comes before its children's, whatever the order of the file. */
export interface SmdNodes {
  readonly count: number;
  /** The number that the file uses for the bone. */
  readonly id: Int32Array;
  readonly name: readonly string[];
  /** Row of the parent, or -1. */
  readonly parent: Int32Array;
}

/** A pose of every bone for every frame, relative to its parent; omitted ones filled in. */
export interface SmdSkeleton {
  readonly frameCount: number;
  /** What the file calls each frame; increasing. */
  readonly time: Int32Array;
  /** 3 a bone, `nodes.count` bones a frame. */
  readonly position: Float32Array;
  /** 3 a bone: turns about x, then y, then z, in radians. */
  readonly rotation: Float32Array;
}

/**
 * Three vertices a triangle, model space. They run counter-clockwise seen from the side that is
 * shown: so exporters write them and studiomdl takes them, whatever the format's page says.
 */
export interface SmdTriangles {
  readonly count: number;
  /** Names as the file writes them, each once, in order of appearance. */
  readonly materials: readonly string[];
  /** A triangle's row of `materials`. */
  readonly material: Uint32Array;
  /** A vertex' parent bone: what its line begins with. */
  readonly bone: Uint16Array;
  /** 3 a vertex. */
  readonly position: Float32Array;
  /** 3 a vertex, as the file has them (not made unit length). */
  readonly normal: Float32Array;
  /** 2 a vertex; v runs up, as in the file. */
  readonly texCoord: Float32Array;
  /** First row of the links of each vertex; one more at the end. Every vertex has at least one. */
  readonly firstLink: Uint32Array;
  readonly linkBone: Uint16Array;
  /** Above 0. They sum to 1 or more: what a file leaves out is the parent bone's. */
  readonly linkWeight: Float32Array;
  /** First pair of `extraTexCoord` of each vertex; one more at the end. Version 3 only. */
  readonly firstExtraTexCoord: Uint32Array;
  /** 2 a row. */
  readonly extraTexCoord: Float32Array;
}

/** Shapes of a VTA. The first holds every vertex, later ones those that differ from it. */
export interface SmdVertexAnimation {
  readonly frameCount: number;
  readonly time: Int32Array;
  /** What each frame is called, in the comment that tools write behind its time; empty: nothing. */
  readonly name: readonly string[];
  /** First row of each frame; one more at the end. */
  readonly firstVertex: Uint32Array;
  /** The vertex' place in the `triangles` of the reference. */
  readonly id: Uint32Array;
  /** 3 a row, model space. */
  readonly position: Float32Array;
  /** 3 a row. */
  readonly normal: Float32Array;
}
