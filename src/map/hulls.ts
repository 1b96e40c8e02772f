/**
 * What a box that moves can meet: convex pieces (brushes with their bevels, hulls of props) and the triangles of
 * displacements, each under a tree of boxes. World space, inches.
 */
export interface MapHulls extends MapRails {
  readonly pieceCount: number;
  readonly pieceFirstPlane: Uint32Array;
  readonly piecePlaneCount: Uint32Array;
  /** `CONTENTS_*` bits of Valve's bspflags.h. */
  readonly pieceContents: Int32Array;
  /** 4 a plane: normal and distance; a piece lies behind all of its planes. */
  readonly planes: Float32Array;
  /** Boxes over the pieces, as `MapCollision.boxes`. */
  readonly boxes: Float32Array;
  readonly boxLinks: Uint32Array;

  readonly triangleCount: number;
  /** 9 a triangle: its corners, counter-clockwise seen from the front. */
  readonly triangles: Float32Array;
  readonly triangleBoxes: Float32Array;
  readonly triangleBoxLinks: Uint32Array;

  readonly counts: HullCounts;
}

/** Ladders that are lines, and where one gets off them. Feet, world space, inches. */
export interface MapRails {
  /** 6 a ladder: its top and its bottom. */
  readonly rails: Float32Array;
  /** 3 a place. */
  readonly dismounts: Float32Array;
  /** The ladder that a place is of; -1: of all that are near, -2: of none. */
  readonly dismountRail: Int32Array;
}

/** What the pieces were made from, for who tells of it. */
export interface HullCounts {
  readonly brushes: number;
  /** Brushes of these that only players meet. */
  readonly playerClips: number;
  readonly ladders: number;
  readonly waters: number;
  /** Props that are solid: by what they collide as, by the box of their model, and those whose model is not there. */
  readonly propsByHulls: number;
  readonly propsByBoxes: number;
  readonly propsWithout: number;
  /** Brush entities that let walkers by: doors, which open, among them. */
  readonly passable: number;
  /** Of brush entities and props, pieces that would have been too many. */
  readonly leftOut: number;
}
