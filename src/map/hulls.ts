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
  /** Row of `models` of each piece; −1 for pieces of the world and of static props. */
  readonly pieceModel: Int32Array;
  /** 1 for planes that only keep upright boxes off corners, and do not turn with a model. */
  readonly planeIsBevel: Uint8Array;
  readonly models: HullModels;

  readonly triangleCount: number;
  /** 9 a triangle: its corners, counter-clockwise seen from the front. */
  readonly triangles: Float32Array;
  readonly triangleBoxes: Float32Array;
  readonly triangleBoxLinks: Uint32Array;

  readonly counts: HullCounts;
}

/** Values of `HullModels.solidity`: when an entity of a simulation is solid. */
export const SOLIDITY = {
  /** Until it is removed. */
  always: 0,
  /** While it is shown. */
  shown: 1,
  /** While it is shown, but players pass it where nothing can open it: without a simulation. */
  door: 2,
} as const;

/** Entities with pieces, a row each. Their pieces and planes lie where they were built. */
export interface HullModels {
  readonly count: number;
  /** Row of the entity lump. */
  readonly entity: Int32Array;
  /** 12 a row: 3x4 row-major, rotation and translation only; where it was built. */
  readonly worldFromModel: Float32Array;
  /** 1 for rows that are solid while nothing simulates the map. */
  readonly isSolid: Uint8Array;
  readonly solidity: Uint8Array;
  /** Run of `pieces` of each row; one more row ends the last. */
  readonly firstPiece: Uint32Array;
  /** Rows of the hulls' pieces. */
  readonly pieces: Uint32Array;
  /** 6 an entry of `pieces`: its box where it was built. */
  readonly boxes: Float32Array;
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
