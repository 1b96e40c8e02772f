/** What becomes of a ray that comes to a brush's side from outside. */
/** Nobody sees the side: the ray goes through the brush as if it were not there. */
export const SIDE_PASSES = 0;
/** The side is drawn: the ray meets it. */
export const SIDE_STOPS = 1;
/** The side is the sky: the ray ends, and has met nothing. */
export const SIDE_SKY = 2;

/**
 * What a ray can meet: convex brushes, listed by the leaves of the node tree, and the triangles of
 * displacements under a tree of boxes. World space, inches.
 */
export interface MapCollision {
  /** 4 a plane: normal and distance; a brush lies behind all of its planes. */
  readonly sidePlane: Float32Array;
  /** Row of `materialName`; -1: none. Both are a row a brush side, without the bevels. */
  readonly sideMaterial: Int32Array;
  /** `SIDE_*`, a value a row of `sideMaterial`. */
  readonly sideKind: Uint8Array;
  /** Brushes of which a side stops a ray, or is the sky; the others have been left out. */
  readonly brushCount: number;
  readonly brushFirstSide: Uint32Array;
  readonly brushSideCount: Uint32Array;

  readonly leafCount: number;
  /** Run of `leafBrushes`, a row a leaf. */
  readonly leafFirstBrush: Uint32Array;
  readonly leafBrushCount: Uint32Array;
  readonly leafBrushes: Uint32Array;
  /** Area of each leaf, 0: none. */
  readonly leafArea: Uint16Array;

  /** Brush models that are drawn, in their places; the first is the world. */
  readonly modelCount: number;
  /** Node of the tree at which the model begins; negative: leaf -1 - node. */
  readonly modelHeadNode: Int32Array;
  /** 12 a model: 3x4 row-major, model from world. */
  readonly modelFromWorld: Float32Array;
  /** 6 a model: mins, maxs in world space. */
  readonly modelBox: Float32Array;
  /** Row of the map's entities; -1: the world. */
  readonly modelEntity: Int32Array;

  readonly triangleCount: number;
  /** 9 a triangle: its corners, counter-clockwise seen from the front. */
  readonly triangles: Float32Array;
  /** Row of `materialName`; -1: none. */
  readonly triangleMaterial: Int32Array;
  /**
   * Boxes over the triangles, depth first: a box is followed by its first child. 6 a row: mins, maxs.
   */
  readonly boxes: Float32Array;
  /** 2 a box: the first triangle and how many; with none, the row of the second child. */
  readonly boxLinks: Uint32Array;

  readonly materialName: readonly string[];
}
