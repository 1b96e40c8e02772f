/** Growing byte buffer, little-endian by default. Fields can be filled in later. */
export class ByteWriter {
  #view = new DataView(new ArrayBuffer(1024));
  #length = 0;
  readonly #little: boolean;

  constructor(littleEndian = true) {
    this.#little = littleEndian;
  }

  get byteLength(): number {
    return this.#length;
  }

  /** Appends zero bytes and returns their offset. */
  reserve(byteLength: number): number {
    const offset = this.#length;
    this.#length += byteLength;
    if (this.#length > this.#view.byteLength) {
      const grown = new Uint8Array(this.#length * 2);
      grown.set(new Uint8Array(this.#view.buffer, 0, offset));
      this.#view = new DataView(grown.buffer);
    }
    return offset;
  }

  u8(offset: number, ...values: number[]): void {
    values.forEach((value, i) => {
      this.#view.setUint8(offset + i, value);
    });
  }

  u16(offset: number, ...values: number[]): void {
    values.forEach((value, i) => {
      this.#view.setUint16(offset + i * 2, value, this.#little);
    });
  }

  i32(offset: number, ...values: number[]): void {
    values.forEach((value, i) => {
      this.#view.setInt32(offset + i * 4, value, this.#little);
    });
  }

  f32(offset: number, ...values: number[]): void {
    values.forEach((value, i) => {
      this.#view.setFloat32(offset + i * 4, value, this.#little);
    });
  }

  /** Writes Latin-1 characters without a terminator. */
  text(offset: number, text: string): void {
    this.u8(offset, ...Array.from(text, (c) => c.charCodeAt(0)));
  }

  /** Appends a NUL-terminated string and returns its offset. */
  string(text: string): number {
    const offset = this.reserve(text.length + 1);
    this.text(offset, text);
    return offset;
  }

  finish(): Uint8Array {
    return new Uint8Array(this.#view.buffer.slice(0, this.#length));
  }
}
