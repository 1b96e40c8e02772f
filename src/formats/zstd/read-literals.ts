/** The literals of a block: bytes that its sequences place between what they repeat. RFC 8878, 3.1.1.3.1. */

import { ZstdFault } from "./backward-bits.ts";
import { decodeHuffmanStream, type HuffmanTable, readHuffmanTable } from "./huffman-literals.ts";

const RAW = 0;
const RLE = 1;
const TREELESS = 3;
const JUMP_TABLE_BYTES = 6;
const MAX_LITERALS = 1 << 17;

export interface Literals {
  readonly bytes: Uint8Array;
  /** Of the section, from the block's begin. */
  readonly byteLength: number;
  /** For a later block that has none of its own. */
  readonly table: HuffmanTable | null;
}

/** @param earlier the table of the block before */
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

/** One stream, or four: of these a table says how long the first three are. */
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

/** Up to 20 bits from a bit on, lowest first; zeros past the end. */
function fieldOf(bytes: Uint8Array, bit: number, count: number): number {
  const at = bit >> 3;
  const word = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16);
  return ((word | ((bytes[at + 3] ?? 0) << 24)) >>> (bit & 7)) & ((1 << count) - 1);
}
