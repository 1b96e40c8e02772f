/** Decompresses bzip2. */

import { FormatError, type FormatErrorCode } from "../../core/errors.ts";
import { isBz2 } from "./is-bz2.ts";

function bz2Error(
  code: FormatErrorCode,
  where: string,
  offset: number,
  expected: string,
  found: string | number,
): FormatError {
  return new FormatError({ format: "BZ2", code, where, offset, expected, found: String(found) });
}

/**
 * Reads bits of a byte array, the highest of each byte first. After the end it returns zeros, so
 * that reads need no checks: `check` reports afterwards whether there were enough bytes.
 */
class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  /** Bits read ahead, in its lowest `#count` bits. */
  #buffer = 0;
  #count = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Offset of the byte that contains the next bit. */
  get offset(): number {
    return this.#at - (this.#count >> 3);
  }

  /** Returns the next 1 to 25 bits without consuming them. */
  peek(count: number): number {
    while (this.#count < 25) {
      const byte = this.#at < this.#bytes.length ? this.#bytes[this.#at] : 0;
      this.#at++;
      this.#buffer = (this.#buffer << 8) | byte;
      this.#count += 8;
    }
    return (this.#buffer >>> (this.#count - count)) & ((1 << count) - 1);
  }

  /** Consumes bits that were peeked. */
  skip(count: number): void {
    this.#count -= count;
  }

  read(count: number): number {
    const bits = this.peek(count);
    this.#count -= count;
    return bits;
  }

  readUint32(): number {
    const high = this.read(16);
    return ((high << 16) | this.read(16)) >>> 0;
  }

  /** Skips to the first bit of the next byte. */
  alignToByte(): void {
    this.#count -= this.#count & 7;
  }

  isAtEnd(): boolean {
    return this.offset >= this.#bytes.length;
  }

  /** Throws FormatError (BZ2) `truncated` if more bits were read than available. */
  check(where: string): void {
    if (this.#at * 8 - this.#count > this.#bytes.length * 8) {
      throw bz2Error("truncated", where, this.#bytes.length, "more bytes", "the file's end");
    }
  }
}

// One block: Huffman codes, run lengths, move to front.

/** Maximum code length of the format. */
const MAX_CODE_BITS = 20;
/** Codes up to this length, which are nearly all, take a single table look-up. */
const FAST_BITS = 10;
const SYMBOL_BITS = 9;

/** Canonical Huffman codes: sorted by length, then by symbol. */
class HuffmanTable {
  /**
   * Symbol | length << SYMBOL_BITS, by the next `FAST_BITS` bits. 0 for a longer code.
   */
  readonly #fast = new Uint16Array(1 << FAST_BITS);
  /** First longer code by length, left-aligned to `MAX_CODE_BITS` bits. */
  readonly #limit = new Int32Array(MAX_CODE_BITS + 2);
  /** Offset from a code to its index among the sorted symbols, by length. */
  readonly #base = new Int32Array(MAX_CODE_BITS + 2);
  readonly #sorted: Uint16Array;

  /** @param lengths length of each symbol's code in bits, 1 to `MAX_CODE_BITS` */
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

/** Number of symbols coded by one table before the next selector. */
const GROUP_SYMBOLS = 50;
/**
 * Symbols 0 and 1 are digits of a run length. The following ones are positions 1 and up in the
 * move-to-front list.
 */
const RUN_B = 1;

export interface Block {
  readonly byteLength: number;
  /** Row of the original text among the sorted rotations. */
  readonly origin: number;
}

/**
 * Reads a block after its checksum.
 * @param out receives the last column of the transform, a byte an element; as long as the maximum
 * block
 * @param byteCounts 256 counts: how often each byte is in the block
 * @throws FormatError (BZ2): `truncated`, `bad-value`, `unsupported`
 */
function readBlock(reader: BitReader, out: Uint32Array, byteCounts: Int32Array): Block {
  const start = reader.offset;
  const fault = (expected: string, found: string | number) =>
    bz2Error("bad-value", "block", reader.offset, expected, found);
  if (reader.read(1) !== 0) {
    const found = "one of bzip2 before 0.9.5";
    throw bz2Error("unsupported", "block", start, "a block that is not randomised", found);
  }
  const origin = reader.read(24);
  const front = readUsedBytes(reader);
  if (front.length === 0) throw fault("a byte that is used", "none");
  const { tables, selectors } = readTables(reader, front.length + 2);
  reader.check("block");

  const endOfBlock = front.length + 1;
  byteCounts.fill(0);
  let byteLength = 0;
  let group = 0;
  let left = 0;
  let table = tables[0];
  let runLength = 0;
  let runDigit = 1;
  for (;;) {
    if (left === 0) {
      reader.check("block");
      if (group === selectors.length) throw fault("an end of the block", "more symbols");
      table = tables[selectors[group++]];
      left = GROUP_SYMBOLS;
    }
    left--;
    const symbol = table.readSymbol(reader);
    if (symbol <= RUN_B) {
      runLength += runDigit << symbol;
      runDigit <<= 1;
      if (runLength > out.length) throw fault(`at most ${out.length} bytes`, runLength);
      continue;
    }
    if (runLength > 0) {
      const end = byteLength + runLength;
      if (end > out.length) throw fault(`at most ${out.length} bytes`, end);
      out.fill(front[0], byteLength, end);
      byteCounts[front[0]] += runLength;
      byteLength = end;
      runLength = 0;
      runDigit = 1;
    }
    if (symbol === endOfBlock) break;
    if (byteLength === out.length) throw fault(`at most ${out.length} bytes`, "more");
    const byte = front[symbol - 1];
    front.copyWithin(1, 0, symbol - 1);
    front[0] = byte;
    out[byteLength++] = byte;
    byteCounts[byte]++;
  }
  reader.check("block");
  if (origin >= byteLength) throw fault(`an origin below ${byteLength}`, origin);
  return { byteLength, origin };
}

/**
 * Returns the bytes that occur, ascending. Stored as a bit for each group of 16 byte values, then a
 * bit for each byte of the groups that occur.
 */
function readUsedBytes(reader: BitReader): Uint8Array {
  const sixteenths = reader.read(16);
  const used: number[] = [];
  for (let high = 0; high < 16; high++) {
    if ((sixteenths & (0x8000 >> high)) === 0) continue;
    const lows = reader.read(16);
    for (let low = 0; low < 16; low++) {
      if ((lows & (0x8000 >> low)) !== 0) used.push(high * 16 + low);
    }
  }
  return Uint8Array.from(used);
}

function readTables(reader: BitReader, symbolCount: number) {
  const tableCount = reader.read(3);
  if (tableCount < 2 || tableCount > 6) {
    throw bz2Error("bad-value", "tables", reader.offset, "2 to 6 tables", tableCount);
  }
  const selectors = new Uint8Array(reader.read(15));
  const order = [0, 1, 2, 3, 4, 5].slice(0, tableCount);
  for (let i = 0; i < selectors.length; i++) {
    let place = 0;
    while (reader.read(1) !== 0) {
      place++;
      if (place === tableCount) {
        throw bz2Error("bad-value", "selectors", reader.offset, `below ${tableCount}`, place);
      }
    }
    order.unshift(...order.splice(place, 1));
    selectors[i] = order[0];
  }
  reader.check("selectors");
  const tables = order.map(() => readTable(reader, symbolCount));
  return { tables, selectors };
}

/** Reads code lengths, each stored as steps from the previous one. */
function readTable(reader: BitReader, symbolCount: number): HuffmanTable {
  const lengths = new Uint8Array(symbolCount);
  const start = reader.offset;
  let bits = reader.read(5);
  for (let symbol = 0; symbol < symbolCount; symbol++) {
    for (;;) {
      if (bits < 1 || bits > MAX_CODE_BITS) {
        const expected = `1 to ${MAX_CODE_BITS} bits`;
        throw bz2Error("bad-value", "code lengths", reader.offset, expected, bits);
      }
      if (reader.read(1) === 0) break;
      bits += reader.read(1) === 0 ? 1 : -1;
    }
    lengths[symbol] = bits;
  }
  return new HuffmanTable(lengths, start);
}

/** Free space that `reserve` guarantees: no run of the first pass is longer. */
const RESERVED_BYTES = 256;

/** CRC table of the polynomial 0x04c11db7, highest bit first, unlike in zip. */
const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (crc < 0 ? 0x04c11db7 : 0);
  return crc;
});

/** Decompressed bytes in a buffer that grows up to a limit. */
class ByteSink {
  readonly #limit: number;
  #bytes: Uint8Array;
  #length = 0;

  constructor(expected: number, limit: number) {
    this.#limit = limit;
    this.#bytes = new Uint8Array(Math.min(expected, limit) + RESERVED_BYTES);
  }

  /**
   * Undoes the block sort and the run lengths of the first pass (four equal bytes, then the number
   * of further ones).
   * @param rows for each row of the sorted rotations: its last byte | the next row << 8
   * @returns the checksum of the added bytes
   * @throws FormatError (BZ2) `too-large` above the limit
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

  /** Returns the bytes in a buffer of exact size. */
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

/** Default limit, above the size of any map. */
const DEFAULT_LIMIT = 2 ** 29;
/** Usual compression ratio of maps, for the first guess of the buffer's size. */
const USUAL_RATIO = 3;
/** Size of the smallest stream: "BZh" and a level from 1 to 9, a 6-byte signature, a checksum. */
const MIN_BYTES = 4 + 6 + 4;
/**
 * Upper and lower three bytes of the signatures: digits of pi for a block, of its square root for
 * the end.
 */
const BLOCK_HIGH = 0x314159;
const BLOCK_LOW = 0x265359;
const END_HIGH = 0x177245;
const END_LOW = 0x385090;

/**
 * Decompresses a .bz2 file, which may consist of several streams (as pbzip2 writes them).
 *
 * @param limit maximum decompressed size in bytes
 * @throws FormatError (BZ2): `bad-magic`, `truncated`, `bad-value`, `mismatch` for a wrong
 * checksum, `too-large` above the limit, `unsupported` for blocks of bzip2 before 0.9.5
 */
export function decompressBz2(bytes: Uint8Array, limit = DEFAULT_LIMIT): Uint8Array {
  if (!isBz2(bytes)) {
    const found = String.fromCharCode(...bytes.subarray(0, 3)).replace(/[^ -~]/g, ".");
    throw bz2Error("bad-magic", "header", 0, "BZh1 to BZh9", found);
  }
  const reader = new BitReader(bytes);
  const sink = new ByteSink(bytes.length * USUAL_RATIO, limit);
  // Grows to the largest block so far, because streams can be as short as 14 bytes, each with
  // another level.
  let room = new Uint32Array(0);
  const byteCounts = new Int32Array(256);
  do {
    reader.readUint32();
    const blockBytes = (bytes[reader.offset - 1] - 0x30) * 100_000;
    let streamCrc = 0;
    while (isNextBlock(reader)) {
      if (room.length < blockBytes) room = new Uint32Array(blockBytes);
      const rows = room.subarray(0, blockBytes);
      const crc = reader.readUint32();
      const { byteLength, origin } = readBlock(reader, rows, byteCounts);
      linkRows(rows, byteLength, byteCounts);
      checkCrc("block", reader, crc, sink.addBlock(rows, byteLength, origin));
      streamCrc = (((streamCrc << 1) | (streamCrc >>> 31)) ^ crc) >>> 0;
    }
    const crc = reader.readUint32();
    reader.check("end");
    checkCrc("end", reader, crc, streamCrc);
    reader.alignToByte();
    // Trailing data that is not a stream is padding, like in bzip2 itself.
  } while (bytes.length - reader.offset >= MIN_BYTES && isBz2(bytes.subarray(reader.offset)));
  return sink.finish();
}

function isNextBlock(reader: BitReader): boolean {
  const offset = reader.offset;
  const high = reader.read(24);
  const low = reader.read(24);
  reader.check("block signature");
  if (high === BLOCK_HIGH && low === BLOCK_LOW) return true;
  if (high === END_HIGH && low === END_LOW) return false;
  const found = `0x${high.toString(16)}${low.toString(16).padStart(6, "0")}`;
  throw bz2Error("bad-value", "block signature", offset, "a block or the end", found);
}

/** Stores the next row in each row's upper bits. Sorting the last column gives the first. */
function linkRows(rows: Uint32Array, byteLength: number, byteCounts: Int32Array): void {
  for (let byte = 0, first = 0; byte < 256; byte++) {
    const count = byteCounts[byte];
    byteCounts[byte] = first;
    first += count;
  }
  for (let i = 0; i < byteLength; i++) rows[byteCounts[rows[i] & 255]++] |= i << 8;
}

function checkCrc(where: string, reader: BitReader, stated: number, found: number): void {
  if (stated === found) return;
  const hex = (crc: number) => crc.toString(16).padStart(8, "0");
  throw bz2Error("mismatch", where, reader.offset, `bytes of CRC ${hex(stated)}`, hex(found));
}
