/**
 * Decompresses zstd after RFC 8878 to a known size; the output itself is the window. Frames with a
 * dictionary are not supported.
 */

import { BackwardBits, ZstdFault } from "./backward-bits.ts";
import {
  buildFseTable,
  FseState,
  type FseTable,
  oneSymbolTable,
  readFseTable,
} from "./fse-table.ts";
import { type HuffmanTable, readLiterals } from "./read-literals.ts";

// Sequences of a block: each is a number of literals, then a match with length and offset. RFC
// 8878, 3.1.1.3.2.

const TABLE_PREDEFINED = 0;
const TABLE_RLE = 1;
const TABLE_REPEAT = 3;
const MAX_OFFSET_CODE = 31;

interface Kind {
  readonly mostAccuracy: number;
  readonly symbols: number;
  readonly predefined: FseTable;
}

const numbers = (text: string) => text.split(" ").map(Number);

/** Tables for literal lengths, offsets, and match lengths. */
const KINDS: readonly Kind[] = [
  {
    mostAccuracy: 9,
    symbols: 36,
    predefined: buildFseTable(
      numbers("4 3 2 2 2 2 2 2 2 2 2 2 2 1 1 1 2 2 2 2 2 2 2 2 2 3 2 1 1 1 1 1 -1 -1 -1 -1"),
      6,
    ),
  },
  {
    mostAccuracy: 8,
    symbols: 32,
    predefined: buildFseTable(
      numbers("1 1 1 1 1 1 2 2 2 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 -1 -1 -1 -1 -1"),
      5,
    ),
  },
  {
    mostAccuracy: 9,
    symbols: 53,
    predefined: buildFseTable(
      numbers(
        "1 4 3 2 2 2 2 2 2 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 -1 -1 -1 -1 -1 -1 -1",
      ),
      6,
    ),
  },
];

/**
 * Extra bits of length codes, from the first code that has any. Each range begins where the
 * previous one ends.
 */
const LITERAL_BITS = numbers("1 1 1 1 2 2 3 3 4 6 7 8 9 10 11 12 13 14 15 16");
const MATCH_BITS = numbers("1 1 1 1 2 2 3 3 4 4 5 7 8 9 10 11 12 13 14 15 16");
const LITERALS = lengthCodes(16, LITERAL_BITS, 0);
const MATCHES = lengthCodes(32, MATCH_BITS, 3);

function lengthCodes(plain: number, bits: readonly number[], first: number) {
  const bitCount = [...new Array<number>(plain).fill(0), ...bits];
  let start = first;
  const base = bitCount.map((count) => {
    const own = start;
    start += 2 ** count;
    return own;
  });
  return { bitCount, base };
}

/** Tables of the previous block, by kind. */
type SequenceTables = readonly FseTable[];

interface Sequences {
  readonly tables: SequenceTables;
  readonly count: number;
  readonly literalLength: Uint32Array;
  readonly matchLength: Uint32Array;
  /** Offset as stored: 1 to 3 refer to earlier offsets. */
  readonly offset: Uint32Array;
}

/** @param bytes the section, to the block's end */
function readSequences(bytes: Uint8Array, earlier: SequenceTables | null): Sequences {
  const [a = 0, b = 0, c = 0] = bytes;
  const count = a < 128 ? a : a < 255 ? ((a - 128) << 8) + b : b + (c << 8) + 0x7f00;
  const columns = {
    count,
    literalLength: new Uint32Array(count),
    matchLength: new Uint32Array(count),
    offset: new Uint32Array(count),
  };
  let at = a < 128 ? 1 : a < 255 ? 2 : 3;
  if (count === 0) {
    if (bytes.length !== 1) throw new ZstdFault("bytes behind a block without sequences");
    return { ...columns, tables: earlier ?? [] };
  }
  const modes = bytes[at++];
  if (modes === undefined || (modes & 3) !== 0)
    throw new ZstdFault("sequences without their kinds");
  const tables = KINDS.map((kind, i) => {
    const read = readTable((modes >> (6 - i * 2)) & 3, bytes.subarray(at), kind, earlier?.[i]);
    at += read.byteLength;
    return read.table;
  });
  const bits = new BackwardBits(bytes.subarray(at));
  const [literals, offsets, matches] = tables.map((table) => new FseState(table, bits));
  for (let i = 0; i < count; i++) {
    const code = offsets.symbol;
    const [own, other] = [literals.symbol, matches.symbol];
    if (code > MAX_OFFSET_CODE || own >= LITERALS.base.length || other >= MATCHES.base.length) {
      throw new ZstdFault("a code that no sequence has");
    }
    columns.offset[i] = 2 ** code + bits.read(code);
    columns.matchLength[i] = MATCHES.base[other] + bits.read(MATCHES.bitCount[other]);
    columns.literalLength[i] = LITERALS.base[own] + bits.read(LITERALS.bitCount[own]);
    if (i + 1 === count) break;
    literals.next(bits);
    matches.next(bits);
    offsets.next(bits);
    if (bits.left < 0) throw new ZstdFault("sequences that are cut");
  }
  if (bits.left !== 0) throw new ZstdFault("sequences that do not end with their bits");
  return { ...columns, tables };
}

function readTable(mode: number, bytes: Uint8Array, kind: Kind, earlier: FseTable | undefined) {
  if (mode === TABLE_PREDEFINED) return { table: kind.predefined, byteLength: 0 };
  if (mode === TABLE_RLE) {
    const [symbol] = bytes;
    if (symbol === undefined || symbol >= kind.symbols) throw new ZstdFault("no symbol to repeat");
    return { table: oneSymbolTable(symbol), byteLength: 1 };
  }
  if (mode === TABLE_REPEAT) {
    if (earlier === undefined) throw new ZstdFault("no table to repeat");
    return { table: earlier, byteLength: 0 };
  }
  return readFseTable(bytes, kind.mostAccuracy, kind.symbols);
}

// Lower half of XXH64, zstd's checksum of a frame's content. RFC 8878, 3.1.1, and the algorithm's
// description.

const MASK = (1n << 64n) - 1n;
const P1 = 0x9e3779b185ebca87n;
const P2 = 0xc2b2ae3d27d4eb4fn;
const P3 = 0x165667b19e3779f9n;
const P4 = 0x85ebca77c2b2ae63n;
const P5 = 0x27d4eb2f165667c5n;

const rotate = (x: bigint, by: bigint) => ((x << by) | (x >> (64n - by))) & MASK;
const round = (sum: bigint, lane: bigint) => (rotate((sum + lane * P2) & MASK, 31n) * P1) & MASK;
const merge = (hash: bigint, sum: bigint) => ((hash ^ round(0n, sum)) * P1 + P4) & MASK;

export function xxh64Low(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  let hash = P5;
  if (bytes.length >= 32) {
    const sums = [(P1 + P2) & MASK, P2, 0n, (MASK + 1n - P1) & MASK];
    for (; at + 32 <= bytes.length; at += 32) {
      for (let i = 0; i < 4; i++) sums[i] = round(sums[i], view.getBigUint64(at + i * 8, true));
    }
    hash = rotate(sums[0], 1n) + rotate(sums[1], 7n) + rotate(sums[2], 12n) + rotate(sums[3], 18n);
    hash = sums.reduce(merge, hash & MASK);
  }
  hash = (hash + BigInt(bytes.length)) & MASK;
  for (; at + 8 <= bytes.length; at += 8) {
    hash = (rotate(hash ^ round(0n, view.getBigUint64(at, true)), 27n) * P1 + P4) & MASK;
  }
  if (at + 4 <= bytes.length) {
    hash = (rotate(hash ^ ((BigInt(view.getUint32(at, true)) * P1) & MASK), 23n) * P2 + P3) & MASK;
    at += 4;
  }
  for (; at < bytes.length; at++) {
    hash = (rotate(hash ^ ((BigInt(bytes[at]) * P5) & MASK), 11n) * P1) & MASK;
  }
  hash = ((hash ^ (hash >> 33n)) * P2) & MASK;
  hash = ((hash ^ (hash >> 29n)) * P3) & MASK;
  return Number((hash ^ (hash >> 32n)) & 0xffffffffn);
}

// Frames and their blocks.

const MAGIC = 0xfd2fb528;
/** First of sixteen magic numbers of skippable frames. */
const SKIPPABLE = 0x184d2a50;
const MAX_BLOCK_BYTES = 1 << 17;
const RAW = 0;
const RLE = 1;
const COMPRESSED = 2;

/** Decompressed bytes, and the state that a block passes to the next one of its frame. */
class Output {
  readonly bytes: Uint8Array;
  length = 0;
  frameStart = 0;
  offsets = [1, 4, 8];
  huffman: HuffmanTable | null = null;
  tables: SequenceTables | null = null;

  constructor(byteLength: number) {
    this.bytes = new Uint8Array(byteLength);
  }

  beginFrame(): void {
    this.frameStart = this.length;
    this.offsets = [1, 4, 8];
    this.huffman = null;
    this.tables = null;
  }

  /** Reserves bytes and returns their offset. */
  claim(byteLength: number): number {
    const start = this.length;
    if (start + byteLength > this.bytes.length) throw new ZstdFault("more bytes than are stated");
    this.length += byteLength;
    return start;
  }

  add(bytes: Uint8Array): void {
    this.bytes.set(bytes, this.claim(bytes.length));
  }

  repeat(offset: number, byteLength: number): void {
    if (offset > this.length - this.frameStart) {
      throw new ZstdFault(`a match ${offset} bytes back at byte ${this.length}`);
    }
    const start = this.claim(byteLength);
    if (offset >= byteLength)
      this.bytes.copyWithin(start, start - offset, start - offset + byteLength);
    else
      for (let i = 0; i < byteLength; i++) this.bytes[start + i] = this.bytes[start + i - offset];
  }
}

/** Decompresses to exactly `byteLength` bytes. Throws ZstdFault. */
export function decompressZstd(data: Uint8Array, byteLength: number): Uint8Array {
  const out = new Output(byteLength);
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  for (let at = 0; at < data.length; ) {
    if (at + 8 > data.length) throw new ZstdFault("a frame that is cut");
    const magic = view.getUint32(at, true);
    if ((magic & ~15) >>> 0 === SKIPPABLE) at += 8 + view.getUint32(at + 4, true);
    else if (magic === MAGIC) at = readFrame(data, view, at + 4, out);
    else throw new ZstdFault(`no frame, but 0x${magic.toString(16)}`);
  }
  if (out.length < byteLength) throw new ZstdFault(`${out.length} bytes, fewer than are stated`);
  return out.bytes;
}

/** Reads a frame and returns its end. */
function readFrame(data: Uint8Array, view: DataView, start: number, out: Output): number {
  const head = data[start];
  const isSingle = (head & 32) !== 0;
  if ((head & 8) !== 0) throw new ZstdFault("a frame of a later kind");
  if ((head & 3) !== 0) throw new ZstdFault("a frame with a dictionary");
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][head >> 6];
  let at = start + 1 + (isSingle ? 0 : 1) + sizeBytes;
  out.beginFrame();
  for (let isLast = false; !isLast; ) {
    if (at + 3 > data.length) throw new ZstdFault("a frame that is cut");
    const block = data[at] | (data[at + 1] << 8) | (data[at + 2] << 16);
    isLast = (block & 1) === 1;
    const type = (block >> 1) & 3;
    const size = block >> 3;
    at += 3;
    const end = at + (type === RLE ? 1 : size);
    if (end > data.length || size > MAX_BLOCK_BYTES) throw new ZstdFault("a block past its frame");
    if (type === RAW) out.add(data.subarray(at, end));
    else if (type === RLE) out.bytes.fill(data[at], out.claim(size), out.length);
    else if (type === COMPRESSED) readBlock(data.subarray(at, end), out);
    else throw new ZstdFault("a block of no kind");
    at = end;
  }
  if ((head & 4) === 0) return at;
  if (at + 4 > data.length) throw new ZstdFault("a frame that is cut");
  const content = out.bytes.subarray(out.frameStart, out.length);
  if (xxh64Low(content) !== view.getUint32(at, true)) throw new ZstdFault("another checksum");
  return at + 4;
}

function readBlock(block: Uint8Array, out: Output): void {
  if (block.length < 2) throw new ZstdFault("a block that is cut");
  const literals = readLiterals(block, out.huffman);
  out.huffman = literals.table;
  const sequences = readSequences(block.subarray(literals.byteLength), out.tables);
  out.tables = sequences.tables.length > 0 ? sequences.tables : out.tables;
  const { count, literalLength, matchLength, offset } = sequences;
  const most = out.length + MAX_BLOCK_BYTES;
  let at = 0;
  for (let i = 0; i < count; i++) {
    const end = at + literalLength[i];
    if (end > literals.bytes.length) throw new ZstdFault("more literals than there are");
    out.add(literals.bytes.subarray(at, end));
    at = end;
    out.repeat(takeOffset(out.offsets, offset[i], literalLength[i] === 0), matchLength[i]);
    if (out.length > most) throw new ZstdFault("a block of more than 128 KiB");
  }
  out.add(literals.bytes.subarray(at));
}

/** Returns the offset for a value, and moves it to the front of the repeatable offsets. */
function takeOffset(last: number[], value: number, hasNoLiterals: boolean): number {
  const row = value > 3 ? 3 : value - 1 + (hasNoLiterals ? 1 : 0);
  const offset = value > 3 ? value - 3 : row === 3 ? last[0] - 1 : last[row];
  if (offset <= 0) throw new ZstdFault("a match with itself");
  if (row > 1) last[2] = last[1];
  if (row > 0) last[1] = last[0];
  last[0] = offset;
  return offset;
}
