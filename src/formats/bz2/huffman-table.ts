import type { BitReader } from "./bit-reader.ts";
import { bz2Error } from "./bz2-error.ts";

/** Longer codes are not in the format. */
export const MAX_CODE_BITS = 20;
/** Codes of so many bits and fewer, nearly all, take one look-up. */
const FAST_BITS = 10;
const SYMBOL_BITS = 9;

/** Canonical Huffman codes: the shorter before the longer, those of one length in symbol order. */
export class HuffmanTable {
  /** By the next `FAST_BITS` bits: symbol | length << SYMBOL_BITS, or 0 for a longer code. */
  readonly #fast = new Uint16Array(1 << FAST_BITS);
  /** By length: the first code that is longer, counted in `MAX_CODE_BITS` bits. */
  readonly #limit = new Int32Array(MAX_CODE_BITS + 2);
  /** By length: what turns a code into a place among the sorted symbols. */
  readonly #base = new Int32Array(MAX_CODE_BITS + 2);
  readonly #sorted: Uint16Array;

  /** @param lengths bits of each symbol's code, 1 to `MAX_CODE_BITS` */
  constructor(lengths: Uint8Array, offset: number) {
    this.#sorted = new Uint16Array(lengths.length);
    let code = 0;
    let place = 0;
    for (let bits = 1; bits <= MAX_CODE_BITS; bits++) {
      this.#base[bits] = place - code;
      for (let symbol = 0; symbol < lengths.length; symbol++) {
        if (lengths[symbol] !== bits) continue;
        if (code >= 1 << bits) {
          throw bz2Error("bad-value", "code lengths", offset, "codes that differ", "too many");
        }
        this.#sorted[place++] = symbol;
        if (bits <= FAST_BITS) {
          const shift = FAST_BITS - bits;
          const entry = symbol | (bits << SYMBOL_BITS);
          this.#fast.fill(entry, code << shift, (code + 1) << shift);
        }
        code++;
      }
      this.#limit[bits] = code << (MAX_CODE_BITS - bits);
      code <<= 1;
    }
  }

  readSymbol(reader: BitReader): number {
    const next = reader.peek(MAX_CODE_BITS);
    const entry = this.#fast[next >>> (MAX_CODE_BITS - FAST_BITS)];
    if (entry !== 0) {
      reader.skip(entry >>> SYMBOL_BITS);
      return entry & ((1 << SYMBOL_BITS) - 1);
    }
    for (let bits = FAST_BITS + 1; bits <= MAX_CODE_BITS; bits++) {
      if (next >= this.#limit[bits]) continue;
      reader.skip(bits);
      return this.#sorted[(next >>> (MAX_CODE_BITS - bits)) + this.#base[bits]];
    }
    throw bz2Error("bad-value", "block", reader.offset, "a code of the table", next);
  }
}
