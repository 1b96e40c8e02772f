/**
 * Shapes drawn over a map, as columns: `analysis` builds them and the viewer draws them. World
 * space, inches.
 */

/** Groups of shapes. A group is built when the first mark of it is shown. */
export type MarkGroup = "brushes" | "leafs" | "entities";

/**
 * One row a shape: a brush, a tinted side of a displacement, a leaf, a line between two entities.
 */
export interface MarkSet {
  readonly count: number;
  /** Row of `MARK_KINDS`. */
  readonly kind: Uint8Array;
  /** sRGB, 0xrrggbb. */
  readonly color: Uint32Array;
  /** 6 a shape: mins, maxs. */
  readonly box: Float32Array;
  /** Run of `corners` of each shape, 9 numbers a triangle; `count + 1` values. */
  readonly firstTriangle: Uint32Array;
  readonly corners: Float32Array;
  /** Run of `lines` of each shape, 6 numbers a line; `count + 1` values. */
  readonly firstLine: Uint32Array;
  readonly lines: Float32Array;
  /**
   * Run of `clusters` of each shape; `count + 1` values. A shape without clusters is always drawn.
   */
  readonly firstCluster: Uint32Array;
  readonly clusters: Uint32Array;
  /** Row of the brushes or leafs; −1 for other shapes. */
  readonly source: Int32Array;
  /** Area of a leaf; −1 for other shapes. */
  readonly area: Int32Array;
  /** `CONTENTS_*` bits. */
  readonly contents: Int32Array;
  /** Row of the entities; −1 for the world. */
  readonly entity: Int32Array;
  /** Row of `names`: the shape's material or its class. */
  readonly name: Uint32Array;
  readonly names: readonly string[];
}

/** Icons at the positions of entities. */
export interface MarkerSet {
  readonly count: number;
  /** 3 a marker. */
  readonly origin: Float32Array;
  /** sRGB, 0xrrggbb. */
  readonly color: Uint32Array;
  /** Row of `MARKER_ICONS`. */
  readonly icon: Uint8Array;
  /** Row of the entities. */
  readonly entity: Uint32Array;
  /**
   * Cluster of the marker; −1 if it is in solid or the map has no visibility, then it is always
   * drawn.
   */
  readonly cluster: Int32Array;
}

export const MARKER_ICONS = [
  "light",
  "start",
  "logic",
  "prop",
  "path",
  "sound",
  "effect",
  "other",
] as const;

/** Result of building a group. */
export interface MarkAnswer {
  readonly shapes: MarkSet;
  /** Markers; `null` for groups other than the entities. */
  readonly markers: MarkerSet | null;
  /** Area of each leaf; empty for groups other than the leafs. */
  readonly leafArea: Int32Array;
  /** Shapes that were left out and why, a sentence each. */
  readonly warnings: readonly string[];
}
