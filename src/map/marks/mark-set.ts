/** Shapes that are drawn over a map, as columns: what `analysis` builds and the viewer draws. World space, inches. */

/** Built together, when the first mark of them is shown. */
export type MarkGroup = "brushes" | "leafs" | "entities";

/** A row a shape: a brush, a side of a displacement's tint, a leaf, a line between two entities. */
export interface MarkSet {
  readonly count: number;
  /** Row of `MARK_KINDS`. */
  readonly kind: Uint8Array;
  /** sRGB, 0xrrggbb. */
  readonly color: Uint32Array;
  /** 6 a shape: mins, maxs. */
  readonly box: Float32Array;
  /** `count + 1`: a shape's run of `corners`, 9 numbers a triangle. */
  readonly firstTriangle: Uint32Array;
  readonly corners: Float32Array;
  /** `count + 1`: its run of `lines`, 6 numbers each. */
  readonly firstLine: Uint32Array;
  readonly lines: Float32Array;
  /** `count + 1`: its run of `clusters`. None: it is drawn wherever the camera is. */
  readonly firstCluster: Uint32Array;
  readonly clusters: Uint32Array;
  /** Row of the brushes, or of the leafs; -1: of neither. */
  readonly source: Int32Array;
  /** Area of a leaf; -1 of all else. */
  readonly area: Int32Array;
  /** `CONTENTS_*` bits. */
  readonly contents: Int32Array;
  /** Row of the entities; -1: the world's. */
  readonly entity: Int32Array;
  /** Row of `names`: its material's, its class's. */
  readonly name: Uint32Array;
  readonly names: readonly string[];
}

/** A sign where an entity is. */
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
  /** -1: in solid, or where there is no visibility: drawn wherever the camera is. */
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

/** What a group comes to. */
export interface MarkAnswer {
  readonly shapes: MarkSet;
  /** Of the entities alone. */
  readonly markers: MarkerSet | null;
  /** Of each leaf; of the leafs alone, else empty. */
  readonly leafArea: Int32Array;
  /** What was left out, and why: a sentence each. */
  readonly warnings: readonly string[];
}
