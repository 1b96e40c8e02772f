/** Vertices of filled volumes, and signs of entities, in memory that grows where it must. */

import { PackedRows } from "../lines/packed-rows.ts";

/** Byte offsets in a row of either: a vertex, or a sign. */
export const MARK_ROW = {
  /** float32x3, world space, inches. */
  position: 0,
  /** unorm8x4: sRGB, and how much it covers; of a sign its icon. */
  color: 12,
  strideBytes: 16,
} as const;

/** Floats and words of a row. */
export const MARK_WORDS = MARK_ROW.strideBytes / 4;

/** Rows of `MARK_ROW`. */
export class SolidRows extends PackedRows {
  constructor() {
    super(MARK_WORDS);
  }

  /** @param color r, g, b and what the fourth byte is, the lowest first */
  add(x: number, y: number, z: number, color: number): void {
    const at = this.addRow();
    const { floats, words } = this;
    floats[at] = x;
    floats[at + 1] = y;
    floats[at + 2] = z;
    words[at + 3] = color;
  }
}
