/** Reads bits of a bzip2 file. */

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
 * Reads bits of a byte array, the highest of each byte first. After the end it returns zeros, so
 * that reads need no checks: `check` reports afterwards whether there were enough bytes.
 */
export class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  /** Bits read ahead, in its lowest `#count` bits. */
  #buffer = 0;
  #count = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Offset of the byte that contains the next bit. */
  get offset(): number {
    return this.#at - (this.#count >> 3);
  }

  /** Returns the next 1 to 25 bits without consuming them. */
  peek(count: number): number {
    while (this.#count < 25) {
      const byte = this.#at < this.#bytes.length ? this.#bytes[this.#at] : 0;
      this.#at++;
      this.#buffer = (this.#buffer << 8) | byte;
      this.#count += 8;
    }
    return (this.#buffer >>> (this.#count - count)) & ((1 << count) - 1);
  }

  /** Consumes bits that were peeked. */
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

  /** Skips to the first bit of the next byte. */
  alignToByte(): void {
    this.#count -= this.#count & 7;
  }

  isAtEnd(): boolean {
    return this.offset >= this.#bytes.length;
  }

  /** Throws FormatError (BZ2) `truncated` if more bits were read than available. */
  check(where: string): void {
    if (this.#at * 8 - this.#count > this.#bytes.length * 8) {
      throw bz2Error("truncated", where, this.#bytes.length, "more bytes", "the file's end");
    }
  }
}
