/** One block: Huffman codes, runs of the front symbol, move to front. */

import type { BitReader } from "./bit-reader.ts";
import { bz2Error } from "./bz2-error.ts";
import { HuffmanTable, MAX_CODE_BITS } from "./huffman-table.ts";

/** Symbols that one table codes before the next selector's turn. */
const GROUP_SYMBOLS = 50;
/** Symbols 0 and 1 are digits of a run's length; then come the places 1.. of the front list. */
const RUN_B = 1;

export interface Block {
  readonly byteLength: number;
  /** Row of the original text among the sorted rotations. */
  readonly origin: number;
}

/**
 * Reads a block behind its checksum.
 * @param out takes the transform's last column, a byte an element; as long as blocks may be
 * @param byteCounts 256 of them: how often each byte is in the block
 * @throws FormatError (BZ2): `truncated`, `bad-value`, `unsupported`
 */
export function readBlock(reader: BitReader, out: Uint32Array, byteCounts: Int32Array): Block {
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

/** The bytes that occur, ascending: which sixteenths are used, then which bytes of them. */
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

/** Code lengths, each told by its steps from the one before. */
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
