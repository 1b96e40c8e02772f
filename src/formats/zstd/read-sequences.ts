/**
 * Reads the sequences of a block: a number of literals, then a match with length and offset. RFC
 * 8878, 3.1.1.3.2.
 */

import { BackwardBits, ZstdFault } from "./backward-bits.ts";
import {
  buildFseTable,
  FseState,
  type FseTable,
  oneSymbolTable,
  readFseTable,
} from "./fse-table.ts";

const PREDEFINED = 0;
const RLE = 1;
const REPEAT = 3;
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
export type SequenceTables = readonly FseTable[];

export interface Sequences {
  readonly tables: SequenceTables;
  readonly count: number;
  readonly literalLength: Uint32Array;
  readonly matchLength: Uint32Array;
  /** Offset as stored: 1 to 3 refer to earlier offsets. */
  readonly offset: Uint32Array;
}

/** @param bytes the section, to the block's end */
export function readSequences(bytes: Uint8Array, earlier: SequenceTables | null): Sequences {
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
  if (mode === PREDEFINED) return { table: kind.predefined, byteLength: 0 };
  if (mode === RLE) {
    const [symbol] = bytes;
    if (symbol === undefined || symbol >= kind.symbols) throw new ZstdFault("no symbol to repeat");
    return { table: oneSymbolTable(symbol), byteLength: 1 };
  }
  if (mode === REPEAT) {
    if (earlier === undefined) throw new ZstdFault("no table to repeat");
    return { table: earlier, byteLength: 0 };
  }
  return readFseTable(bytes, kind.mostAccuracy, kind.symbols);
}
