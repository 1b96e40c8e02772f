/** Height of a standing player's eyes above the feet, inches. */
export const EYE_HEIGHT = 64;

/**
 * Solids for moving boxes: convex pieces (brushes with their bevels, hulls of props) and the
 * triangles of displacements, each in a tree of boxes. World space, inches.
 */
export interface MapHulls extends MapRails {
  readonly pieceCount: number;
  readonly pieceFirstPlane: Uint32Array;
  readonly piecePlaneCount: Uint32Array;
  /** `CONTENTS_*` bits of Valve's bspflags.h. */
  readonly pieceContents: Int32Array;
  /** 4 a plane: normal and distance. A piece is behind all of its planes. */
  readonly planes: Float32Array;
  /** Tree of boxes over the pieces, like `MapCollision.boxes`. */
  readonly boxes: Float32Array;
  readonly boxLinks: Uint32Array;

  readonly triangleCount: number;
  /** 9 a triangle: its corners, counter-clockwise seen from the front. */
  readonly triangles: Float32Array;
  readonly triangleBoxes: Float32Array;
  readonly triangleBoxLinks: Uint32Array;

  readonly counts: HullCounts;
}

/**
 * Ladders given as lines (`func_useableladder`) and their dismount points (`info_ladder_dismount`).
 * Positions of the player's feet in world space, inches.
 */
export interface MapRails {
  /** 6 a ladder: its top and its bottom. */
  readonly rails: Float32Array;
  /** 3 a dismount point. */
  readonly dismounts: Float32Array;
  /** Ladder of each dismount point; −1 for all nearby ladders, −2 for none. */
  readonly dismountRail: Int32Array;
}

/** Numbers of pieces by origin, for reports. */
export interface HullCounts {
  readonly brushes: number;
  /** Brushes that block only players; included in `brushes`. */
  readonly playerClips: number;
  readonly ladders: number;
  readonly waters: number;
  /**
   * Solid props: with a collision hull, with the box of their model, and without an available
   * model.
   */
  readonly propsByHulls: number;
  readonly propsByBoxes: number;
  readonly propsWithout: number;
  /** Brush entities that players can pass, including doors, which open. */
  readonly passable: number;
  /** Pieces of brush entities and props dropped for exceeding the limit. */
  readonly leftOut: number;
}
