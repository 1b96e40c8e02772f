/**
 * Decompresses zstd after RFC 8878 to a known size; the output itself is the window. Frames with a
 * dictionary are not supported.
 */

import { ZstdFault } from "./backward-bits.ts";
import { type HuffmanTable, readLiterals } from "./read-literals.ts";
import { readSequences, type SequenceTables } from "./read-sequences.ts";

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
