/** Vertices of filled volumes, and signs of entities, in memory that grows where it must. */

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

export class SolidRows {
  #floats = new Float32Array(64 * MARK_WORDS);
  #words = new Uint32Array(this.#floats.buffer);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** `count` rows of `MARK_ROW`, and what room there is behind. */
  get words(): Uint32Array<ArrayBuffer> {
    return this.#words;
  }

  clear(): void {
    this.#count = 0;
  }

  /** @param color r, g, b and what the fourth byte is, the lowest first */
  add(x: number, y: number, z: number, color: number): void {
    const at = this.#count * MARK_WORDS;
    if (at === this.#floats.length) this.#grow();
    this.#floats[at] = x;
    this.#floats[at + 1] = y;
    this.#floats[at + 2] = z;
    this.#words[at + 3] = color;
    this.#count++;
  }

  #grow(): void {
    const floats = new Float32Array(this.#floats.length * 2);
    floats.set(this.#floats);
    this.#floats = floats;
    this.#words = new Uint32Array(floats.buffer);
  }
}
