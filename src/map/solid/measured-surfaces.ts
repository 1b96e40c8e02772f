/**
 * A map's surfaces as they are measured: what is drawn of brushes and displacements, in its place, and the edges that a
 * ruler snaps to. World space, inches.
 */

/** Of `MeasuredSurfaces.kind`. */
export const SURFACE_FACE = 0;
/** A triangle of a displacement. */
export const SURFACE_DISPLACEMENT = 1;

export interface MeasuredSurfaces {
  /** Pieces: faces as the compiler split them, and triangles of displacements; in the order that `boxes` names them. */
  readonly count: number;
  readonly kind: Uint8Array;
  /** `count + 1`: a piece's run of `corners`, 3 numbers each, round its rim. */
  readonly firstCorner: Uint32Array;
  readonly corners: Float32Array;
  /** 3 a piece: unit length, out of what is solid. */
  readonly normal: Float32Array;
  /** Row of the map's entities; -1: the world. */
  readonly entity: Int32Array;
  /** Row of the wholes below. */
  readonly whole: Uint32Array;
  /** Boxes over the pieces, as `MapCollision.boxes`. */
  readonly boxes: Float32Array;
  readonly boxLinks: Uint32Array;

  /** What pieces are parts of: a side of a brush before it was split, or a displacement. */
  readonly wholeCount: number;
  /** Square units: of the side as LUMP_ORIGINALFACES has it; where that is not told, of its pieces together. */
  readonly wholeArea: Float64Array;
  /** Square units: of its pieces together. */
  readonly wholeDrawnArea: Float64Array;
  readonly wholePieces: Uint32Array;
  /** 2 a whole: how wide and high along its own axes, units; of a displacement its face before it was moved. */
  readonly wholeSize: Float64Array;

  /** 6 an edge: its ends. Where two pieces of one whole meet there is none. */
  readonly edges: Float32Array;
  readonly edgeBoxes: Float32Array;
  readonly edgeBoxLinks: Uint32Array;

  /** What was left out, a sentence each. */
  readonly warnings: readonly string[];
}
