import { bz2Error } from "./bz2-error.ts";

/** Free places that `reserve` makes: no run of the first pass is longer. */
const RESERVED_BYTES = 256;

/** The checksum's remainders: of the polynomial 0x04c11db7, highest bit first, unlike in zip. */
const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (crc < 0 ? 0x04c11db7 : 0);
  return crc;
});

/** Bytes unpacked so far, in a buffer that grows up to a limit. */
export class ByteSink {
  readonly #limit: number;
  #bytes: Uint8Array;
  #length = 0;

  constructor(expected: number, limit: number) {
    this.#limit = limit;
    this.#bytes = new Uint8Array(Math.min(expected, limit) + RESERVED_BYTES);
  }

  /**
   * Undoes the block sort and the runs of the first pass (four equal bytes, then how many more).
   * @param rows of each row of the sorted rotations: its last byte | the next row << 8
   * @returns the checksum of what was added
   * @throws FormatError (BZ2) `too-large` past the limit
   */
  addBlock(rows: Uint32Array, byteLength: number, origin: number): number {
    let bytes = this.#bytes;
    let at = this.#length;
    let crc = -1;
    let row = rows[origin] >>> 8;
    let last = -1;
    let equal = 0;
    for (let i = 0; i < byteLength; i++) {
      const entry = rows[row];
      const byte = entry & 255;
      row = entry >>> 8;
      if (at + RESERVED_BYTES > bytes.length) bytes = this.#grow(at);
      if (equal === 4) {
        for (let k = 0; k < byte; k++) {
          bytes[at++] = last;
          crc = (crc << 8) ^ CRC_TABLE[(crc >>> 24) ^ last];
        }
        equal = 0;
        last = -1;
        continue;
      }
      equal = byte === last ? equal + 1 : 1;
      last = byte;
      bytes[at++] = byte;
      crc = (crc << 8) ^ CRC_TABLE[(crc >>> 24) ^ byte];
    }
    this.#length = at;
    if (at > this.#limit) throw this.#overflow();
    return ~crc >>> 0;
  }

  /** What was added, in a buffer of its own size. */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #grow(length: number): Uint8Array {
    if (length > this.#limit) throw this.#overflow();
    const grown = new Uint8Array(Math.min(length * 2, this.#limit) + 2 * RESERVED_BYTES);
    grown.set(this.#bytes.subarray(0, length));
    this.#bytes = grown;
    return grown;
  }

  #overflow() {
    return bz2Error("too-large", "data", 0, `at most ${this.#limit} bytes unpacked`, "more");
  }
}
