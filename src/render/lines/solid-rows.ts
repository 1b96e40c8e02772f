/** Rows for vertices of filled volumes and for entity markers. */

import { PackedRows } from "./line-rows.ts";

/** Byte offsets in a row, which is a vertex or a marker. */
export const MARK_ROW = {
  /** float32x3, world space, inches. */
  position: 0,
  /** unorm8x4: sRGB colour; alpha of a vertex, or icon of a marker. */
  color: 12,
  strideBytes: 16,
} as const;

/** Number of words per row. */
export const MARK_WORDS = MARK_ROW.strideBytes / 4;

/** Rows of `MARK_ROW`. */
export class SolidRows extends PackedRows {
  constructor() {
    super(MARK_WORDS);
  }

  /** @param color r, g, b and the fourth byte, starting with the lowest byte */
  add(x: number, y: number, z: number, color: number): void {
    const at = this.addRow();
    const { floats, words } = this;
    floats[at] = x;
    floats[at + 1] = y;
    floats[at + 2] = z;
    words[at + 3] = color;
  }
}
