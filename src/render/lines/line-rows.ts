/** Coloured lines over or in what is drawn: bones, boxes, edges; whatever is shown to be measured. */

import { PackedRows } from "./packed-rows.ts";

/** Byte offsets in a line's row. */
export const LINE_ROW = {
  /** float32x3 each, world space, inches. */
  start: 0,
  /** unorm8x4: sRGB, and how much it covers. */
  startColor: 12,
  end: 16,
  endColor: 28,
  strideBytes: 32,
} as const;

/** Floats and words of a row. */
export const LINE_WORDS = LINE_ROW.strideBytes / 4;

/** Rows of `LINE_ROW`. */
export class LineRows extends PackedRows {
  constructor() {
    super(LINE_WORDS);
  }

  /** @param color as `lineColor` packs it */
  add(
    x0: number,
    y0: number,
    z0: number,
    x1: number,
    y1: number,
    z1: number,
    color: number,
    endColor = color,
  ): void {
    const at = this.addRow();
    const { floats, words } = this;
    floats[at] = x0;
    floats[at + 1] = y0;
    floats[at + 2] = z0;
    words[at + 3] = color;
    floats[at + 4] = x1;
    floats[at + 5] = y1;
    floats[at + 6] = z1;
    words[at + 7] = endColor;
  }
}

/** 0 to 1 each, sRGB. */
export function lineColor(r: number, g: number, b: number, alpha = 1): number {
  const byte = (value: number) => Math.round(Math.min(Math.max(value, 0), 1) * 255);
  return (byte(r) | (byte(g) << 8) | (byte(b) << 16) | (byte(alpha) << 24)) >>> 0;
}
