/**
 * Surfaces that block rays, and what happens to a ray that enters a brush through one of its sides.
 */
/** The side is invisible: the ray passes through the brush. */
export const SIDE_PASSES = 0;
/** The side is drawn: the ray hits it. */
export const SIDE_STOPS = 1;
/** The side is sky: the ray ends without a hit. */
export const SIDE_SKY = 2;

/**
 * Surfaces that a ray can hit: convex brushes, listed by the leafs of the node tree, and the
 * triangles of displacements in a tree of boxes. World space, inches.
 */
export interface MapCollision {
  /** 4 a plane: normal and distance. A brush is behind all of its planes. */
  readonly sidePlane: Float32Array;
  /** Row of `materialName`, a value a brush side without the bevels; −1 if none. */
  readonly sideMaterial: Int32Array;
  /** `SIDE_*`, a value a brush side without the bevels. */
  readonly sideKind: Uint8Array;
  /** Number of brushes with a side that stops a ray or is sky. Other brushes are left out. */
  readonly brushCount: number;
  readonly brushFirstSide: Uint32Array;
  readonly brushSideCount: Uint32Array;

  readonly leafCount: number;
  /** Run of `leafBrushes`, a row a leaf. */
  readonly leafFirstBrush: Uint32Array;
  readonly leafBrushCount: Uint32Array;
  readonly leafBrushes: Uint32Array;
  /** Area of each leaf; 0 if none. */
  readonly leafArea: Uint16Array;

  /** Brush models that are drawn, placed in the world. Model 0 is the world. */
  readonly modelCount: number;
  /** Root node of each model; if negative, leaf −1 − node. */
  readonly modelHeadNode: Int32Array;
  /** 12 a model: 3x4 row-major, from world to model space. */
  readonly modelFromWorld: Float32Array;
  /** 6 a model: mins, maxs in world space. */
  readonly modelBox: Float32Array;
  /** Row of the map's entities; −1 for the world. */
  readonly modelEntity: Int32Array;
  /** 1 for models that rays pass, because they are not drawn. */
  readonly modelIsHidden: Uint8Array;

  readonly triangleCount: number;
  /** 9 a triangle: its corners, counter-clockwise seen from the front. */
  readonly triangles: Float32Array;
  /** Row of `materialName`; −1 if none. */
  readonly triangleMaterial: Int32Array;
  /**
   * Tree of boxes over the triangles, depth first: the row after a box is its first child. 6 a row:
   * mins, maxs.
   */
  readonly boxes: Float32Array;
  /**
   * 2 a box: first triangle and triangle count. If the count is 0, the first is the row of the
   * second child.
   */
  readonly boxLinks: Uint32Array;

  readonly materialName: readonly string[];
}
