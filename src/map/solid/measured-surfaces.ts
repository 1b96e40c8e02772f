/**
 * Surfaces for the ruler: the drawn surfaces of brushes and displacements in their places, and the
 * edges that the ruler snaps to. World space, inches.
 */

/** Values of `MeasuredSurfaces.kind`. */
export const SURFACE_FACE = 0;
/** A triangle of a displacement. */
export const SURFACE_DISPLACEMENT = 1;

export interface MeasuredSurfaces {
  /**
   * Number of pieces: faces as split by the compiler, and triangles of displacements. Sorted in the
   * order of `boxes`.
   */
  readonly count: number;
  readonly kind: Uint8Array;
  /**
   * Run of `corners` of each piece, 3 numbers a corner, in order around the rim; `count + 1`
   * values.
   */
  readonly firstCorner: Uint32Array;
  readonly corners: Float32Array;
  /** 3 a piece: unit length, pointing out of the solid. */
  readonly normal: Float32Array;
  /** Row of the map's entities; −1 for the world. */
  readonly entity: Int32Array;
  /** Row of the wholes below. */
  readonly whole: Uint32Array;
  /** Tree of boxes over the pieces, like `MapCollision.boxes`. */
  readonly boxes: Float32Array;
  readonly boxLinks: Uint32Array;

  /** Number of wholes. A whole is a brush side before it was split, or a displacement. */
  readonly wholeCount: number;
  /** Area of the side in LUMP_ORIGINALFACES, or else the sum of its pieces, in square units. */
  readonly wholeArea: Float64Array;
  /** Sum of the areas of its pieces, in square units. */
  readonly wholeDrawnArea: Float64Array;
  readonly wholePieces: Uint32Array;
  /**
   * 2 a whole: width and height along its own axes, units. For a displacement, of its face before
   * displacement.
   */
  readonly wholeSize: Float64Array;

  /** 6 an edge: its ends. Edges between two pieces of one whole are left out. */
  readonly edges: Float32Array;
  readonly edgeBoxes: Float32Array;
  readonly edgeBoxLinks: Uint32Array;

  /** Surfaces that were left out and why, a sentence each. */
  readonly warnings: readonly string[];
}
