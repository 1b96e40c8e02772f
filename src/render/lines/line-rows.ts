/**
 * Lists of rows that are drawn over the scene, and the rows of coloured lines: bones, boxes, edges
 * and other measurements.
 */

/** Growing list of rows of floats and packed colours. Its memory is reused after `clear`. */
export class PackedRows {
  protected floats: Float32Array<ArrayBuffer>;
  #words: Uint32Array<ArrayBuffer>;
  readonly #rowWords: number;
  #count = 0;

  /** @param rowWords number of 32-bit words per row */
  constructor(rowWords: number) {
    this.#rowWords = rowWords;
    this.floats = new Float32Array(64 * rowWords);
    this.#words = new Uint32Array(this.floats.buffer);
  }

  get count(): number {
    return this.#count;
  }

  /** The rows, followed by unused capacity. */
  get words(): Uint32Array<ArrayBuffer> {
    return this.#words;
  }

  clear(): void {
    this.#count = 0;
  }

  /** Adds a row and returns the index of its first word. */
  protected addRow(): number {
    const at = this.#count * this.#rowWords;
    if (at === this.floats.length) this.#grow();
    this.#count++;
    return at;
  }

  #grow(): void {
    const floats = new Float32Array(this.floats.length * 2);
    floats.set(this.floats);
    this.floats = floats;
    this.#words = new Uint32Array(floats.buffer);
  }
}

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
