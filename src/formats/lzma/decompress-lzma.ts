/** Decompresses LZMA1. */

import { FormatError } from "../../core/errors.ts";

// Decoder of LZMA1, after the format's public specification (LZMA SDK): an adaptive binary range
// coder whose bits encode literals and matches with length and distance. All probabilities are in
// one table; the output itself is the dictionary.

const INITIAL_PROBABILITY = 1024;
const MODEL_BITS = 11;
const MODEL_SHIFT = 5;
const MIN_RANGE = 2 ** 24;

const STATES = 12;
const MAX_POSITION_STATES = 16;
const LENGTH_MODELS = 2 + 2 * 8 * MAX_POSITION_STATES + 256;
const LITERAL_MODELS = 0x300;

/** Rows of the probability table: each part begins where the previous one ends. */
const IS_MATCH = 0;
const IS_REPEAT = IS_MATCH + STATES * MAX_POSITION_STATES;
const IS_REPEAT_FAR = IS_REPEAT + STATES;
const IS_REPEAT_FARTHER = IS_REPEAT_FAR + STATES;
const IS_REPEAT_FARTHEST = IS_REPEAT_FARTHER + STATES;
const IS_REPEAT_LONG = IS_REPEAT_FARTHEST + STATES;
const DISTANCE_SLOT = IS_REPEAT_LONG + STATES * MAX_POSITION_STATES;
const DISTANCE_LOW = DISTANCE_SLOT + 4 * 64;
const DISTANCE_ALIGN = DISTANCE_LOW + 115;
const MATCH_LENGTH = DISTANCE_ALIGN + 16;
const REPEAT_LENGTH = MATCH_LENGTH + LENGTH_MODELS;
const LITERAL = REPEAT_LENGTH + LENGTH_MODELS;

/** Maximum length of a match. */
const MAX_LENGTH = 273;
/** Usual compression ratio, for the first guess of the output's size. */
const USUAL_RATIO = 4;
const FIRST_BYTES = 1 << 16;

/** Distance that marks the end of the data. */
const END_MARK = 0xffffffff;

/** Reason why data cannot be decompressed; `decompressLzma` turns it into a FormatError. */
class LzmaFault {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

class RangeCoder {
  readonly #input: Uint8Array;
  readonly #models: Uint16Array;
  #next = 5;
  #range = 0xffffffff;
  #code: number;

  constructor(input: Uint8Array, modelCount: number) {
    if (input.length < 5) throw new LzmaFault("the data end before they begin");
    if (input[0] !== 0) throw new LzmaFault(`a first byte of ${input[0]}, not 0`);
    this.#input = input;
    this.#models = new Uint16Array(modelCount).fill(INITIAL_PROBABILITY);
    this.#code = ((input[1] << 24) | (input[2] << 16) | (input[3] << 8) | input[4]) >>> 0;
  }

  /** Decodes a bit with the model of a row, and adapts the model. */
  bit(row: number): number {
    const probability = this.#models[row];
    const bound = (this.#range >>> MODEL_BITS) * probability;
    let bit = 0;
    if (this.#code < bound) {
      this.#range = bound;
      this.#models[row] = probability + (((1 << MODEL_BITS) - probability) >>> MODEL_SHIFT);
    } else {
      bit = 1;
      this.#range -= bound;
      this.#code -= bound;
      this.#models[row] = probability - (probability >>> MODEL_SHIFT);
    }
    if (this.#range < MIN_RANGE) this.#refill();
    return bit;
  }

  /** Decodes a number, highest bit first. The previous bits select the model of each bit. */
  tree(row: number, bits: number): number {
    let node = 1;
    for (let i = 0; i < bits; i++) node = (node << 1) | this.bit(row + node);
    return node - (1 << bits);
  }

  /** Decodes a number, lowest bit first. The previous bits select the model of each bit. */
  reverseTree(row: number, bits: number): number {
    let node = 1;
    let value = 0;
    for (let i = 0; i < bits; i++) {
      const bit = this.bit(row + node);
      node = (node << 1) | bit;
      value |= bit << i;
    }
    return value;
  }

  /** Decodes a number without models: each bit has probability 1/2. */
  plain(bits: number): number {
    let value = 0;
    for (let i = 0; i < bits; i++) {
      this.#range >>>= 1;
      const bit = this.#code >= this.#range ? 1 : 0;
      if (bit === 1) this.#code -= this.#range;
      value = value * 2 + bit;
      if (this.#range < MIN_RANGE) this.#refill();
    }
    return value;
  }

  length(row: number, positionState: number): number {
    if (this.bit(row) === 0) return 2 + this.tree(row + 2 + positionState * 8, 3);
    const middle = row + 2 + MAX_POSITION_STATES * 8;
    if (this.bit(row + 1) === 0) return 10 + this.tree(middle + positionState * 8, 3);
    return 18 + this.tree(middle + MAX_POSITION_STATES * 8, 8);
  }

  distance(length: number): number {
    const slot = this.tree(DISTANCE_SLOT + Math.min(length - 2, 3) * 64, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const high = ((2 | (slot & 1)) << bits) >>> 0;
    if (slot < 14) return high + this.reverseTree(DISTANCE_LOW + high - slot, bits);
    return high + this.plain(bits - 4) * 16 + this.reverseTree(DISTANCE_ALIGN, 4);
  }

  /**
   * Decodes a literal. `matched` is the byte at the last distance, whose bits select models; −1
   * after a literal.
   */
  literal(row: number, matched: number): number {
    let node = 1;
    if (matched >= 0) {
      for (let shift = 7; shift >= 0; shift--) {
        const expected = (matched >> shift) & 1;
        const bit = this.bit(row + ((1 + expected) << 8) + node);
        node = (node << 1) | bit;
        if (bit !== expected) break;
      }
    }
    while (node < 0x100) node = (node << 1) | this.bit(row + node);
    return node & 0xff;
  }

  #refill(): void {
    if (this.#next >= this.#input.length) throw new LzmaFault("the data end too early");
    this.#range = (this.#range << 8) >>> 0;
    this.#code = ((this.#code << 8) | this.#input[this.#next++]) >>> 0;
  }
}

/**
 * Decompresses up to `byteLength` bytes, fewer if the data's end mark comes earlier. `packed` is
 * the first property byte, (pb * 5 + lp) * 9 + lc. The output grows as needed, because `byteLength`
 * is untrusted. Throws LzmaFault.
 */
export function decodeLzma(packed: number, input: Uint8Array, byteLength: number): Uint8Array {
  const contextBits = packed % 9;
  const literalPositionBits = Math.floor(packed / 9) % 5;
  const positionMask = (1 << Math.floor(packed / 45)) - 1;
  const literalMask = (1 << literalPositionBits) - 1;
  const coder = new RangeCoder(
    input,
    LITERAL + (LITERAL_MODELS << (contextBits + literalPositionBits)),
  );
  // Kind of the last few operations; below 7 if the last was a literal.
  let state = 0;
  // The last four distances, newest first.
  let near = 0;
  let far = 0;
  let farther = 0;
  let farthest = 0;
  let at = 0;
  let output = new Uint8Array(Math.min(byteLength, FIRST_BYTES + input.length * USUAL_RATIO));
  while (at < byteLength) {
    if (at + MAX_LENGTH > output.length && output.length < byteLength) {
      const grown = new Uint8Array(Math.min(byteLength, output.length * 2));
      grown.set(output);
      output = grown;
    }
    const positionState = at & positionMask;
    if (coder.bit(IS_MATCH + state * MAX_POSITION_STATES + positionState) === 0) {
      const before = at > 0 ? output[at - 1] : 0;
      const row = ((at & literalMask) << contextBits) + (before >> (8 - contextBits));
      const matched = state < 7 ? -1 : output[at - near - 1];
      output[at++] = coder.literal(LITERAL + row * LITERAL_MODELS, matched);
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let length: number;
    if (coder.bit(IS_REPEAT + state) === 0) {
      farthest = farther;
      farther = far;
      far = near;
      length = coder.length(MATCH_LENGTH, positionState);
      near = coder.distance(length);
      if (near === END_MARK) return output.subarray(0, at);
      state = state < 7 ? 7 : 10;
    } else {
      let isShort = false;
      if (coder.bit(IS_REPEAT_FAR + state) === 0) {
        isShort = coder.bit(IS_REPEAT_LONG + state * MAX_POSITION_STATES + positionState) === 0;
      } else {
        let distance = far;
        if (coder.bit(IS_REPEAT_FARTHER + state) === 1) {
          distance = farther;
          if (coder.bit(IS_REPEAT_FARTHEST + state) === 1) {
            distance = farthest;
            farthest = farther;
          }
          farther = far;
        }
        far = near;
        near = distance;
      }
      length = isShort ? 1 : coder.length(REPEAT_LENGTH, positionState);
      state = state < 7 ? (isShort ? 9 : 8) : 11;
    }
    if (near >= at) throw new LzmaFault(`a match ${near + 1} bytes back at byte ${at}`);
    const end = Math.min(at + length, byteLength);
    for (; at < end; at++) output[at] = output[at - near - 1];
  }
  return output;
}

/** Size of LZMA1's properties: lc/lp/pb, then the dictionary's size. */
export const LZMA_PROPERTY_BYTES = 5;

/** Limit on the decompressed size, far above any lump or zip entry. */
const MAX_OUTPUT_BYTES = 1 << 28;
/** Best possible compression ratio: a repeated match of 273 bytes in about 0.3 bit. */
const MAX_RATIO = 8192;

/**
 * Decompresses raw LZMA1 (without a header) to exactly `byteLength` bytes.
 *
 * @param properties the five property bytes
 * @param where name of the lump or entry, for errors
 * @throws FormatError (LZMA) for bad properties, impossible sizes, or broken data
 */
export function decompressLzma(
  properties: Uint8Array,
  data: Uint8Array,
  byteLength: number,
  where: string,
): Uint8Array {
  checkProperties(properties, where);
  if (byteLength > MAX_OUTPUT_BYTES || byteLength > data.length * MAX_RATIO) {
    const limit = Math.min(MAX_OUTPUT_BYTES, data.length * MAX_RATIO);
    throw fault("bad-count", where, `at most ${limit} bytes unpacked`, `${byteLength}`);
  }
  if (byteLength === 0) return new Uint8Array(0);
  let unpacked: Uint8Array;
  try {
    unpacked = decodeLzma(properties[0], data, byteLength);
  } catch (cause) {
    if (!(cause instanceof LzmaFault)) throw cause;
    throw fault("bad-value", where, "intact LZMA data", cause.reason);
  }
  // The end mark may come too early.
  if (unpacked.length < byteLength) {
    throw fault("truncated", where, `${byteLength} bytes unpacked`, `${unpacked.length}`);
  }
  return unpacked;
}

function checkProperties(properties: Uint8Array, where: string): void {
  const packed = properties.length === LZMA_PROPERTY_BYTES ? properties[0] : 255;
  const literalBits = (packed % 9) + (Math.floor(packed / 9) % 5);
  // The format allows more literal bits, but no encoder uses them, and their tables would be huge.
  if (packed >= 9 * 5 * 5 || literalBits > 4) {
    throw fault("bad-value", where, "five LZMA property bytes with lc + lp <= 4", `${packed}`);
  }
}

function fault(
  code: "bad-count" | "bad-value" | "truncated",
  where: string,
  expected: string,
  found: string,
): FormatError {
  return new FormatError({ format: "LZMA", code, where, offset: 0, expected, found });
}
