/**
 * Writes LZMA: Valve's header, and a fast LZMA1 encoder for repetitive data. At each position it
 * tries two matches, one at the last distance and one where the next four bytes occurred last, and
 * takes the first that is long enough. Text compresses worse than with an encoder that compares
 * matches; runs and repeated records nearly as well, 30 times as fast. The models are those of
 * `decompress-lzma.ts`, after the format's public specification.
 */

import { VALVE_LZMA_HEADER_BYTES } from "./valve-lzma-header.ts";

const MODEL_BITS = 11;
const MODEL_SHIFT = 5;
const MIN_RANGE = 2 ** 24;

/** Properties: lc 3, lp 0, pb 2, and a dictionary of 2^21 bytes. */
export const RUN_PROPERTIES = Uint8Array.of(93, 0, 0, 0x20, 0);
const DICTIONARY_BYTES = 2 ** 21;
const CONTEXT_BITS = 3;
const POSITION_MASK = 3;

const STATES = 12;
const POSITION_STATES = 16;
const LENGTH_MODELS = 2 + 2 * 8 * POSITION_STATES + 256;
const LITERAL_MODELS = 0x300;

const IS_MATCH = 0;
const IS_REPEAT = IS_MATCH + STATES * POSITION_STATES;
const IS_REPEAT_FAR = IS_REPEAT + STATES;
const IS_REPEAT_LONG = IS_REPEAT_FAR + 3 * STATES;
const DISTANCE_SLOT = IS_REPEAT_LONG + STATES * POSITION_STATES;
const DISTANCE_LOW = DISTANCE_SLOT + 4 * 64;
const DISTANCE_ALIGN = DISTANCE_LOW + 115;
const MATCH_LENGTH = DISTANCE_ALIGN + 16;
const REPEAT_LENGTH = MATCH_LENGTH + LENGTH_MODELS;
const LITERAL = REPEAT_LENGTH + LENGTH_MODELS;

const MAX_LENGTH = 273;
/** Minimum length of matches at a new distance: shorter ones cost more than literals. */
const MIN_LENGTH = 5;
const MIN_REPEAT_LENGTH = 2;
const MOST_HASH_BITS = 16;
const LEAST_HASH_BITS = 8;

class RangeEncoder {
  readonly #models = new Uint16Array(LITERAL + (LITERAL_MODELS << CONTEXT_BITS)).fill(1024);
  #output = new Uint8Array(1 << 12);
  #length = 0;
  /** Below 2^33: the highest bit is a carry. */
  #low = 0;
  #range = 0xffffffff;
  /** Byte that a carry may still change, and the number of 0xff bytes after it. */
  #held = 0;
  #heldCount = 1;

  get length(): number {
    return this.#length;
  }

  bit(row: number, bit: number): void {
    const probability = this.#models[row];
    const bound = (this.#range >>> MODEL_BITS) * probability;
    if (bit === 0) {
      this.#range = bound;
      this.#models[row] = probability + (((1 << MODEL_BITS) - probability) >>> MODEL_SHIFT);
    } else {
      this.#low += bound;
      this.#range -= bound;
      this.#models[row] = probability - (probability >>> MODEL_SHIFT);
    }
    if (this.#range < MIN_RANGE) this.#shift();
  }

  tree(row: number, bits: number, value: number): void {
    let node = 1;
    for (let i = bits - 1; i >= 0; i--) {
      const bit = (value >> i) & 1;
      this.bit(row + node, bit);
      node = (node << 1) | bit;
    }
  }

  reverseTree(row: number, bits: number, value: number): void {
    let node = 1;
    for (let i = 0; i < bits; i++) {
      const bit = (value >> i) & 1;
      this.bit(row + node, bit);
      node = (node << 1) | bit;
    }
  }

  plain(bits: number, value: number): void {
    for (let i = bits - 1; i >= 0; i--) {
      this.#range >>>= 1;
      if ((value >> i) & 1) this.#low += this.#range;
      if (this.#range < MIN_RANGE) this.#shift();
    }
  }

  matchLength(row: number, positionState: number, length: number): void {
    const middle = row + 2 + POSITION_STATES * 8;
    this.bit(row, length < 10 ? 0 : 1);
    if (length < 10) {
      this.tree(row + 2 + positionState * 8, 3, length - 2);
      return;
    }
    this.bit(row + 1, length < 18 ? 0 : 1);
    if (length < 18) this.tree(middle + positionState * 8, 3, length - 10);
    else this.tree(middle + POSITION_STATES * 8, 8, length - 18);
  }

  /** @param distance distance minus one, as in the decoder */
  distance(length: number, distance: number): void {
    const log = 31 - Math.clz32(distance);
    const slot = distance < 4 ? distance : (log << 1) | ((distance >> (log - 1)) & 1);
    this.tree(DISTANCE_SLOT + Math.min(length - 2, 3) * 64, 6, slot);
    if (slot < 4) return;
    const bits = (slot >> 1) - 1;
    const high = (2 | (slot & 1)) << bits;
    const low = distance - high;
    if (slot < 14) {
      this.reverseTree(DISTANCE_LOW + high - slot, bits, low);
      return;
    }
    this.plain(bits - 4, low >> 4);
    this.reverseTree(DISTANCE_ALIGN, 4, low & 15);
  }

  /** @param matched the byte at the last distance after a match; −1 after a literal */
  literal(row: number, byte: number, matched: number): void {
    let node = 1;
    let isMatched = matched >= 0;
    for (let i = 7; i >= 0; i--) {
      const bit = (byte >> i) & 1;
      const expected = (matched >> i) & 1;
      this.bit(isMatched ? row + ((1 + expected) << 8) + node : row + node, bit);
      if (bit !== expected) isMatched = false;
      node = (node << 1) | bit;
    }
  }

  finish(): Uint8Array {
    for (let i = 0; i < 5; i++) this.#shiftLow();
    return this.#output.slice(0, this.#length);
  }

  #shift(): void {
    this.#range = (this.#range << 8) >>> 0;
    this.#shiftLow();
  }

  #shiftLow(): void {
    if (this.#low < 0xff000000 || this.#low >= 2 ** 32) {
      const carry = this.#low >= 2 ** 32 ? 1 : 0;
      this.#put(this.#held + carry);
      for (; this.#heldCount > 1; this.#heldCount--) this.#put(0xff + carry);
      this.#heldCount = 0;
      this.#held = (this.#low >>> 24) & 0xff;
    }
    this.#heldCount++;
    this.#low = (this.#low & 0x00ffffff) * 256;
  }

  #put(byte: number): void {
    if (this.#length === this.#output.length) {
      const grown = new Uint8Array(this.#length * 2);
      grown.set(this.#output);
      this.#output = grown;
    }
    this.#output[this.#length++] = byte;
  }
}

/**
 * Compresses repetitive data, without an end mark. Returns `null` if the result exceeds `maxBytes`.
 */
export function encodeRuns(data: Uint8Array, maxBytes: number): Uint8Array | null {
  const coder = new RangeEncoder();
  // Most lumps are small: clearing 256 KB takes longer than compressing one.
  const hashBits = Math.min(
    MOST_HASH_BITS,
    Math.max(LEAST_HASH_BITS, 32 - Math.clz32(data.length)),
  );
  const seen = new Int32Array(1 << hashBits).fill(-1);
  const hashAt = (at: number): number => {
    const word = data[at] | (data[at + 1] << 8) | (data[at + 2] << 16) | (data[at + 3] << 24);
    return Math.imul(word, 0x9e3779b1) >>> (32 - hashBits);
  };
  const measure = (from: number, at: number): number => {
    const end = Math.min(data.length, at + MAX_LENGTH) - at;
    let length = 0;
    while (length < end && data[from + length] === data[at + length]) length++;
    return length;
  };
  let state = 0;
  /** Last distance minus one. */
  let distance = 0;
  for (let at = 0; at < data.length; ) {
    if (coder.length > maxBytes) return null;
    const positionState = at & POSITION_MASK;
    const repeated = distance < at ? measure(at - distance - 1, at) : 0;
    let found = 0;
    let from = -1;
    if (at + 4 <= data.length) {
      const hash = hashAt(at);
      from = seen[hash];
      seen[hash] = at;
      if (from >= 0 && at - from <= DICTIONARY_BYTES && repeated < MAX_LENGTH) {
        found = measure(from, at);
      }
    }
    const isRepeat = repeated >= MIN_REPEAT_LENGTH && repeated + 2 >= found;
    const length = isRepeat ? repeated : found;
    const row = state * POSITION_STATES + positionState;
    if (!isRepeat && found < MIN_LENGTH) {
      coder.bit(IS_MATCH + row, 0);
      const before = at > 0 ? data[at - 1] : 0;
      const models = LITERAL + (before >> (8 - CONTEXT_BITS)) * LITERAL_MODELS;
      coder.literal(models, data[at], state < 7 ? -1 : data[at - distance - 1]);
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      at++;
      continue;
    }
    coder.bit(IS_MATCH + row, 1);
    coder.bit(IS_REPEAT + state, isRepeat ? 1 : 0);
    if (isRepeat) {
      coder.bit(IS_REPEAT_FAR + state, 0);
      coder.bit(IS_REPEAT_LONG + row, 1);
      coder.matchLength(REPEAT_LENGTH, positionState, length);
      state = state < 7 ? 8 : 11;
    } else {
      distance = at - from - 1;
      coder.matchLength(MATCH_LENGTH, positionState, length);
      coder.distance(length, distance);
      state = state < 7 ? 7 : 10;
    }
    const end = at + length;
    // A few positions within the match are enough to find the next one.
    const step = length < 32 ? 1 : 8;
    for (at += step; at < end && at + 4 <= data.length; at += step) seen[hashAt(at)] = at;
    at = end;
  }
  const packed = coder.finish();
  return packed.length > maxBytes ? null : packed;
}

/**
 * Prepends Valve's header to compressed data.
 *
 * @param properties five bytes
 * @param byteLength decompressed size
 */
export function writeValveLzma(
  properties: Uint8Array,
  data: Uint8Array,
  byteLength: number,
): Uint8Array {
  const bytes = new Uint8Array(VALVE_LZMA_HEADER_BYTES + data.length);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode("LZMA"));
  view.setUint32(4, byteLength, true);
  view.setUint32(8, data.length, true);
  bytes.set(properties, 12);
  bytes.set(data, VALVE_LZMA_HEADER_BYTES);
  return bytes;
}
