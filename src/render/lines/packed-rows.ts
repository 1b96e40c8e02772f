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
