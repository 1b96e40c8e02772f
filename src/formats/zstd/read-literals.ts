/**
 * Reads the literals of a block: bytes that its sequences insert between matches. RFC 8878,
 * 3.1.1.3.1.
 */

import { BackwardBits, ZstdFault } from "./backward-bits.ts";
import { FseState, readFseTable } from "./fse-table.ts";

// Huffman codes of literals, after RFC 8878, 4.2.

const MAX_BITS = 11;
const MAX_WEIGHTS = 255;
const MAX_WEIGHT_ACCURACY = 6;
const WEIGHT_SYMBOLS = 16;

/** By the next `maxBits` bits: the symbol, and the length of its code. */
export interface HuffmanTable {
  readonly maxBits: number;
  readonly symbol: Uint8Array;
  readonly bitCount: Uint8Array;
}

/** Reads the description of a tree from the start of `bytes`. */
function readHuffmanTable(bytes: Uint8Array): { table: HuffmanTable; byteLength: number } {
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

/** Reads weights with two alternating states until the bits are used up. */
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

/**
 * Builds the table from weights. A weight gives a symbol's share of all codes; the last symbol gets
 * the remainder.
 */
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

/** Fills `out` with the contents of one stream. */
function decodeHuffmanStream(
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

const RAW = 0;
const RLE = 1;
const TREELESS = 3;
const JUMP_TABLE_BYTES = 6;
const MAX_LITERALS = 1 << 17;

export interface Literals {
  readonly bytes: Uint8Array;
  /** Size of the section, from the block's start. */
  readonly byteLength: number;
  /** Table for a later block without a table. */
  readonly table: HuffmanTable | null;
}

/** @param earlier table of the previous block */
export function readLiterals(block: Uint8Array, earlier: HuffmanTable | null): Literals {
  const type = block[0] & 3;
  const format = (block[0] >> 2) & 3;
  if (type === RAW || type === RLE) return readPlain(block, type, format, earlier);
  const headerBytes = format < 2 ? 3 : format + 2;
  const sizeBits = format < 2 ? 10 : format * 4 + 6;
  const size = fieldOf(block, 4, sizeBits);
  const packed = fieldOf(block, 4 + sizeBits, sizeBits);
  const end = headerBytes + packed;
  if (end > block.length || size > MAX_LITERALS) throw new ZstdFault("literals past their block");
  let table = earlier;
  let start = headerBytes;
  if (type !== TREELESS) {
    const tree = readHuffmanTable(block.subarray(headerBytes, end));
    table = tree.table;
    start += tree.byteLength;
  }
  if (table === null) throw new ZstdFault("literals without a tree");
  const bytes = new Uint8Array(size);
  decodeStreams(table, block.subarray(start, end), bytes, format === 0);
  return { bytes, byteLength: end, table };
}

function readPlain(
  block: Uint8Array,
  type: number,
  format: number,
  table: HuffmanTable | null,
): Literals {
  const isShort = (format & 1) === 0;
  const headerBytes = isShort ? 1 : format === 1 ? 2 : 3;
  const size = isShort ? block[0] >> 3 : fieldOf(block, 4, format === 1 ? 12 : 20);
  const end = headerBytes + (type === RLE ? 1 : size);
  if (end > block.length || size > MAX_LITERALS) throw new ZstdFault("literals past their block");
  const bytes =
    type === RLE
      ? new Uint8Array(size).fill(block[headerBytes])
      : block.subarray(headerBytes, headerBytes + size);
  return { bytes, byteLength: end, table };
}

/** Decodes one stream, or four, preceded by a table with the lengths of the first three. */
function decodeStreams(
  table: HuffmanTable,
  data: Uint8Array,
  out: Uint8Array,
  isSingle: boolean,
): void {
  if (isSingle) {
    decodeHuffmanStream(table, data, out);
    return;
  }
  if (data.length < JUMP_TABLE_BYTES) throw new ZstdFault("literals without their table");
  const quarter = (out.length + 3) >> 2;
  let at = JUMP_TABLE_BYTES;
  for (let i = 0; i < 4; i++) {
    const end = i === 3 ? data.length : at + fieldOf(data, i * 16, 16);
    if (end > data.length) throw new ZstdFault("literals past their block");
    decodeHuffmanStream(
      table,
      data.subarray(at, end),
      out.subarray(i * quarter, i === 3 ? out.length : (i + 1) * quarter),
    );
    at = end;
  }
}

/** Returns up to 20 bits from a bit offset on, lowest first; zeros past the end. */
function fieldOf(bytes: Uint8Array, bit: number, count: number): number {
  const at = bit >> 3;
  const word = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16);
  return ((word | ((bytes[at + 3] ?? 0) << 24)) >>> (bit & 7)) & ((1 << count) - 1);
}
