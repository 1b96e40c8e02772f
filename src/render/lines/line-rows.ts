/** Rows of coloured lines, in the scene or over it: bones, boxes, edges and other measurements. */

import { PackedRows } from "./packed-rows.ts";

/** Byte offsets in a line's row. */
export const LINE_ROW = {
  /** float32x3, world space, inches. So is `end`. */
  start: 0,
  /** unorm8x4: sRGB and alpha. So is `endColor`. */
  startColor: 12,
  end: 16,
  endColor: 28,
  strideBytes: 32,
} as const;

/** Number of words per row. */
export const LINE_WORDS = LINE_ROW.strideBytes / 4;

/** Rows of `LINE_ROW`. */
export class LineRows extends PackedRows {
  constructor() {
    super(LINE_WORDS);
  }

  /** @param color packed by `lineColor` */
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

/** Packs a colour. Channels are sRGB, 0 to 1. */
export function lineColor(r: number, g: number, b: number, alpha = 1): number {
  const byte = (value: number) => Math.round(Math.min(Math.max(value, 0), 1) * 255);
  return (byte(r) | (byte(g) << 8) | (byte(b) << 16) | (byte(alpha) << 24)) >>> 0;
}
