/** Coloured lines over or in what is drawn: bones, boxes, edges; whatever is shown to be measured. */

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

/** Gathers lines in memory that is there, and that grows where it must. */
export class LineRows {
  #floats = new Float32Array(64 * LINE_WORDS);
  #words = new Uint32Array(this.#floats.buffer);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** `count` rows of `LINE_ROW`, and what room there is behind. */
  get words(): Uint32Array<ArrayBuffer> {
    return this.#words;
  }

  clear(): void {
    this.#count = 0;
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
    const at = this.#count * LINE_WORDS;
    if (at === this.#floats.length) this.#grow();
    this.#floats[at] = x0;
    this.#floats[at + 1] = y0;
    this.#floats[at + 2] = z0;
    this.#words[at + 3] = color;
    this.#floats[at + 4] = x1;
    this.#floats[at + 5] = y1;
    this.#floats[at + 6] = z1;
    this.#words[at + 7] = endColor;
    this.#count++;
  }

  #grow(): void {
    const floats = new Float32Array(this.#floats.length * 2);
    floats.set(this.#floats);
    this.#floats = floats;
    this.#words = new Uint32Array(floats.buffer);
  }
}

/** 0 to 1 each, sRGB. */
export function lineColor(r: number, g: number, b: number, alpha = 1): number {
  const byte = (value: number) => Math.round(Math.min(Math.max(value, 0), 1) * 255);
  return (byte(r) | (byte(g) << 8) | (byte(b) << 16) | (byte(alpha) << 24)) >>> 0;
}
