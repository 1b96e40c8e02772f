/** Rows of floats and packed colours, gathered in memory that is there, and that grows where it must. */
export class PackedRows {
  protected floats: Float32Array<ArrayBuffer>;
  #words: Uint32Array<ArrayBuffer>;
  readonly #rowWords: number;
  #count = 0;

  /** @param rowWords floats and words of a row */
  constructor(rowWords: number) {
    this.#rowWords = rowWords;
    this.floats = new Float32Array(64 * rowWords);
    this.#words = new Uint32Array(this.floats.buffer);
  }

  get count(): number {
    return this.#count;
  }

  /** `count` rows, and what room there is behind. */
  get words(): Uint32Array<ArrayBuffer> {
    return this.#words;
  }

  clear(): void {
    this.#count = 0;
  }

  /** Where the first word of a new row is. */
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
