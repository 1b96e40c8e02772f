/** Huffman's codes of literals, after RFC 8878, 4.2. */

import { BackwardBits, ZstdFault } from "./backward-bits.ts";
import { FseState, readFseTable } from "./fse-table.ts";

const MAX_BITS = 11;
const MAX_WEIGHTS = 255;
const MAX_WEIGHT_ACCURACY = 6;
const WEIGHT_SYMBOLS = 16;

/** By the next `maxBits` bits: the symbol, and how many of them are its. */
export interface HuffmanTable {
  readonly maxBits: number;
  readonly symbol: Uint8Array;
  readonly bitCount: Uint8Array;
}

/** Reads a tree's description from the begin of `bytes`. */
export function readHuffmanTable(bytes: Uint8Array): { table: HuffmanTable; byteLength: number } {
  const [head] = bytes;
  if (head === undefined) throw new ZstdFault("a tree without a byte");
  if (head < 128) {
    const end = 1 + head;
    if (end > bytes.length) throw new ZstdFault("a tree that is cut");
    return { table: buildTable(readPackedWeights(bytes.subarray(1, end))), byteLength: end };
  }
  const count = head - 127;
  const byteLength = 1 + ((count + 1) >> 1);
  if (byteLength > bytes.length) throw new ZstdFault("a tree that is cut");
  const weights: number[] = [];
  for (let i = 0; i < count; i++) {
    const byte = bytes[1 + (i >> 1)];
    weights.push((i & 1) === 0 ? byte >> 4 : byte & 15);
  }
  return { table: buildTable(weights), byteLength };
}

/** Two states take turns until the bits are used up. */
function readPackedWeights(bytes: Uint8Array): number[] {
  const { table, byteLength } = readFseTable(bytes, MAX_WEIGHT_ACCURACY, WEIGHT_SYMBOLS);
  const bits = new BackwardBits(bytes.subarray(byteLength));
  const states = [new FseState(table, bits), new FseState(table, bits)];
  if (bits.left < 0) throw new ZstdFault("a tree that is cut");
  const weights: number[] = [];
  for (let turn = 0; weights.length <= MAX_WEIGHTS; turn ^= 1) {
    weights.push(states[turn].symbol);
    states[turn].next(bits);
    if (bits.left < 0) {
      weights.push(states[turn ^ 1].symbol);
      return weights;
    }
  }
  throw new ZstdFault("a tree of more symbols than there are");
}

/** A weight says how much of all codes are a symbol's: the last one has what is left. */
function buildTable(weights: number[]): HuffmanTable {
  const sum = weights.reduce((total, weight) => total + ((1 << weight) >> 1), 0);
  const maxBits = 32 - Math.clz32(sum);
  const left = (1 << maxBits) - sum;
  if (
    weights.length > MAX_WEIGHTS ||
    sum === 0 ||
    maxBits > MAX_BITS ||
    (left & (left - 1)) !== 0
  ) {
    throw new ZstdFault("a tree that does not add up");
  }
  const all = [...weights, 32 - Math.clz32(left)];
  const symbol = new Uint8Array(1 << maxBits);
  const bitCount = new Uint8Array(1 << maxBits);
  let at = 0;
  for (let weight = 1; weight <= maxBits; weight++) {
    all.forEach((own, value) => {
      if (own !== weight) return;
      const end = at + (1 << (weight - 1));
      symbol.fill(value, at, end);
      bitCount.fill(maxBits + 1 - weight, at, end);
      at = end;
    });
  }
  return { maxBits, symbol, bitCount };
}

/** Fills `out` with what one stream says. */
export function decodeHuffmanStream(
  { maxBits, symbol, bitCount }: HuffmanTable,
  stream: Uint8Array,
  out: Uint8Array,
): void {
  const bits = new BackwardBits(stream);
  for (let i = 0; i < out.length; i++) {
    const code = bits.peek(maxBits);
    out[i] = symbol[code];
    bits.left -= bitCount[code];
  }
  if (bits.left !== 0) throw new ZstdFault("literals that do not end with their bits");
}
