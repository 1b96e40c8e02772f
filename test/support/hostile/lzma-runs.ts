/**
 * Writes Valve's LZMA of repeating bytes directly: the pattern once, then matches of 273 bytes. 240
 * MB take a tenth of a second, where a general encoder takes minutes.
 */

import { concatBytes, encodeInt32 } from "../../../src/formats/binary/encode-bytes.ts";

const MAX_MATCH = 273;
const HALF = 1 << 10;
/** lc, lp and pb are 0: literals without context, positions without bits. */
const PROPERTIES = [0, 0, 0, 64, 0];

/** Packs `head`, then `pattern` (2 to 128 bytes) up to `byteLength` bytes. */
export function packRuns(head: Uint8Array, pattern: Uint8Array, byteLength: number): Uint8Array {
  const coder = new RangeCoder();
  const models = new Models();
  for (const byte of [...head, ...pattern]) models.literal(coder, byte);
  let left = byteLength - head.length - pattern.length;
  for (let isFirst = true; left > 0; isFirst = false) {
    // A match has at least two bytes, so the last full one is shortened to leave two.
    const length = left - MAX_MATCH === 1 ? MAX_MATCH - 1 : Math.min(left, MAX_MATCH);
    if (isFirst) models.match(coder, pattern.length - 1, length);
    else models.repeat(coder, length);
    left -= length;
  }
  const data = coder.finish();
  const magic = Uint8Array.of(0x4c, 0x5a, 0x4d, 0x41);
  const sizes = encodeInt32(byteLength, data.length);
  return concatBytes([magic, sizes, Uint8Array.from(PROPERTIES), data]);
}

class RangeCoder {
  #low = 0;
  #range = 0xffffffff;
  #cache = 0;
  #pending = 0;
  #isFirst = true;
  readonly #out: number[] = [];

  bit(models: Uint16Array, index: number, bit: number): void {
    const bound = (this.#range >>> 11) * models[index];
    if (bit === 0) {
      this.#range = bound;
      models[index] += (2048 - models[index]) >>> 5;
    } else {
      this.#low += bound;
      this.#range = (this.#range - bound) >>> 0;
      models[index] -= models[index] >>> 5;
    }
    if (this.#range < 2 ** 24) {
      this.#range = (this.#range << 8) >>> 0;
      this.#shift();
    }
  }

  finish(): Uint8Array {
    for (let i = 0; i < 5; i++) this.#shift();
    return Uint8Array.from(this.#out);
  }

  /** Writes the highest byte once its carry is known. */
  #shift(): void {
    if (this.#low < 0xff000000 || this.#low > 0xffffffff) {
      const carry = this.#low > 0xffffffff ? 1 : 0;
      if (this.#isFirst) this.#out.push(0);
      else this.#out.push((this.#cache + carry) & 0xff);
      for (; this.#pending > 0; this.#pending--) this.#out.push((0xff + carry) & 0xff);
      this.#isFirst = false;
      this.#cache = Math.floor(this.#low / 2 ** 24) & 0xff;
    } else {
      this.#pending++;
    }
    this.#low = (this.#low % 2 ** 24) * 256;
  }
}

const models = (count: number) => new Uint16Array(count).fill(HALF);

/**
 * LZMA's probability models and the state that selects them: after a literal 0, a match 7, a repeat
 * 8.
 */
class Models {
  #state = 0;
  readonly #isMatch = models(12);
  readonly #isRepeat = models(12);
  readonly #isOther = models(12);
  readonly #isLong = models(12);
  readonly #literals = models(0x300);
  readonly #slots = models(64);
  readonly #distances = models(128);
  readonly #matchLength = { choice: models(2), high: models(256), low: models(8), mid: models(8) };
  readonly #repeatLength = { choice: models(2), high: models(256), low: models(8), mid: models(8) };

  literal(coder: RangeCoder, byte: number): void {
    coder.bit(this.#isMatch, 0, 0);
    putTree(coder, this.#literals, 0, 8, byte);
  }

  match(coder: RangeCoder, distance: number, length: number): void {
    coder.bit(this.#isMatch, this.#state, 1);
    coder.bit(this.#isRepeat, this.#state, 0);
    putLength(coder, this.#matchLength, length - 2);
    const highest = 31 - Math.clz32(distance);
    const slot = distance < 4 ? distance : highest * 2 + ((distance >>> (highest - 1)) & 1);
    // Shorter matches have other slots.
    if (length < 5) throw new RangeError("a first match of 5 bytes or more");
    putTree(coder, this.#slots, 0, 6, slot);
    if (slot >= 4) {
      const footerBits = (slot >>> 1) - 1;
      const base = (2 | (slot & 1)) << footerBits;
      let node = 1;
      for (let i = 0; i < footerBits; i++) {
        const bit = ((distance - base) >>> i) & 1;
        coder.bit(this.#distances, base - slot + node, bit);
        node = node * 2 + bit;
      }
    }
    this.#state = 7;
  }

  /** Encodes a match at the last distance. */
  repeat(coder: RangeCoder, length: number): void {
    coder.bit(this.#isMatch, this.#state, 1);
    coder.bit(this.#isRepeat, this.#state, 1);
    coder.bit(this.#isOther, this.#state, 0);
    coder.bit(this.#isLong, this.#state, 1);
    putLength(coder, this.#repeatLength, length - 2);
    this.#state = this.#state < 7 ? 8 : 11;
  }
}

interface LengthModels {
  readonly choice: Uint16Array;
  readonly low: Uint16Array;
  readonly mid: Uint16Array;
  readonly high: Uint16Array;
}

function putLength(coder: RangeCoder, length: LengthModels, value: number): void {
  coder.bit(length.choice, 0, value < 8 ? 0 : 1);
  if (value >= 8) coder.bit(length.choice, 1, value < 16 ? 0 : 1);
  if (value < 8) putTree(coder, length.low, 0, 3, value);
  else if (value < 16) putTree(coder, length.mid, 0, 3, value - 8);
  else putTree(coder, length.high, 0, 8, value - 16);
}

/** Encodes a number of some bits, highest first. */
function putTree(
  coder: RangeCoder,
  tree: Uint16Array,
  first: number,
  bits: number,
  value: number,
): void {
  let node = 1;
  for (let i = bits - 1; i >= 0; i--) {
    const bit = (value >>> i) & 1;
    coder.bit(tree, first + node, bit);
    node = node * 2 + bit;
  }
}
