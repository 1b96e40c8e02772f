/** Writes records field by field, so that fixtures are independent of the layouts under test. */
export class ByteWriter {
  readonly #little: boolean;
  #view = new DataView(new ArrayBuffer(256));
  length = 0;

  constructor(littleEndian = true) {
    this.#little = littleEndian;
  }

  #reserve(size: number): number {
    const at = this.length;
    this.length += size;
    if (this.length > this.#view.byteLength) {
      const grown = new Uint8Array(Math.max(this.length, this.#view.byteLength * 2));
      grown.set(new Uint8Array(this.#view.buffer));
      this.#view = new DataView(grown.buffer);
    }
    return at;
  }

  u8(...values: number[]): this {
    for (const value of values) {
      const at = this.#reserve(1);
      this.#view.setUint8(at, value);
    }
    return this;
  }

  /** Signed and unsigned 16-bit values alike. */
  i16(...values: number[]): this {
    for (const value of values) {
      const at = this.#reserve(2);
      this.#view.setInt16(at, value, this.#little);
    }
    return this;
  }

  /** Signed and unsigned 32-bit values alike. */
  i32(...values: number[]): this {
    for (const value of values) {
      const at = this.#reserve(4);
      this.#view.setInt32(at, value, this.#little);
    }
    return this;
  }

  f32(...values: number[]): this {
    for (const value of values) {
      const at = this.#reserve(4);
      this.#view.setFloat32(at, value, this.#little);
    }
    return this;
  }

  bytes(bytes: ArrayLike<number>): this {
    const at = this.#reserve(bytes.length);
    new Uint8Array(this.#view.buffer).set(bytes, at);
    return this;
  }

  /** ASCII, padded with NULs to `size`. */
  text(text: string, size = text.length): this {
    const bytes = new Uint8Array(size);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return this.bytes(bytes);
  }

  zeros(count: number): this {
    return this.bytes(new Uint8Array(count));
  }

  done(): Uint8Array {
    return new Uint8Array(this.#view.buffer.slice(0, this.length));
  }
}
