/** Reason why data cannot be decompressed; the caller turns it into a FormatError. */
export class ZstdFault {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/**
 * Reads bits from the end of a range to its start; numbers still have their lowest bit first. The
 * highest set bit of the last byte only marks the end. Before the start there are zeros.
 */
export class BackwardBits {
  readonly #bytes: Uint8Array;
  /** Number of bits left; below 0 if more were read. */
  left: number;

  constructor(bytes: Uint8Array) {
    const last = bytes.length > 0 ? bytes[bytes.length - 1] : 0;
    if (last === 0) throw new ZstdFault("a stream of bits without its end");
    this.#bytes = bytes;
    this.left = bytes.length * 8 - 1 - Math.clz32(last << 24);
  }

  /** Returns up to 24 bits without consuming them. */
  peek(count: number): number {
    const start = this.left - count;
    if (start < 0) return start <= -count ? 0 : this.#at(0, count + start) << -start;
    return this.#at(start, count);
  }

  /** Reads up to 31 bits. */
  read(count: number): number {
    if (count > 24) {
      const high = this.read(count - 16);
      return high * 65536 + this.read(16);
    }
    const value = this.peek(count);
    this.left -= count;
    return value;
  }

  #at(start: number, count: number): number {
    const bytes = this.#bytes;
    const at = start >> 3;
    const word =
      bytes[at] |
      ((bytes[at + 1] ?? 0) << 8) |
      ((bytes[at + 2] ?? 0) << 16) |
      ((bytes[at + 3] ?? 0) << 24);
    return (word >>> (start & 7)) & ((1 << count) - 1);
  }
}
