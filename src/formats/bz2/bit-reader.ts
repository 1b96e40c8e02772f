import { FormatError, type FormatErrorCode } from "../../core/errors.ts";

export function bz2Error(
  code: FormatErrorCode,
  where: string,
  offset: number,
  expected: string,
  found: string | number,
): FormatError {
  return new FormatError({ format: "BZ2", code, where, offset, expected, found: String(found) });
}

/**
 * Bits of a byte array, the highest of each byte first. Behind the end it gives zeros, so that no
 * read needs a check of its own: `check` says afterwards whether the bytes sufficed.
 */
export class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  /** Bits read ahead are its lowest `#count`. */
  #buffer = 0;
  #count = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Offset of the byte that the next bit is in. */
  get offset(): number {
    return this.#at - (this.#count >> 3);
  }

  /** The next 1 to 25 bits; they stay. */
  peek(count: number): number {
    while (this.#count < 25) {
      const byte = this.#at < this.#bytes.length ? this.#bytes[this.#at] : 0;
      this.#at++;
      this.#buffer = (this.#buffer << 8) | byte;
      this.#count += 8;
    }
    return (this.#buffer >>> (this.#count - count)) & ((1 << count) - 1);
  }

  /** Takes bits that were peeked at. */
  skip(count: number): void {
    this.#count -= count;
  }

  read(count: number): number {
    const bits = this.peek(count);
    this.#count -= count;
    return bits;
  }

  readUint32(): number {
    const high = this.read(16);
    return ((high << 16) | this.read(16)) >>> 0;
  }

  /** To the next byte's first bit. */
  alignToByte(): void {
    this.#count -= this.#count & 7;
  }

  isAtEnd(): boolean {
    return this.offset >= this.#bytes.length;
  }

  /** Throws FormatError (BZ2) `truncated` if more was read than there is. */
  check(where: string): void {
    if (this.#at * 8 - this.#count > this.#bytes.length * 8) {
      throw bz2Error("truncated", where, this.#bytes.length, "more bytes", "the file's end");
    }
  }
}
