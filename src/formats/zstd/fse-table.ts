/** Finite state entropy after RFC 8878, 4.1: tables that turn bits into symbols. */

import { type BackwardBits, ZstdFault } from "./backward-bits.ts";

/** By state: its symbol, and the bit count and base of the next state. */
export interface FseTable {
  readonly accuracy: number;
  readonly symbol: Uint8Array;
  readonly bitCount: Uint8Array;
  readonly base: Uint16Array;
}

/** Returns a table with one symbol that takes no bits. */
export function oneSymbolTable(symbol: number): FseTable {
  const none = new Uint8Array(1);
  return { accuracy: 0, symbol: Uint8Array.of(symbol), bitCount: none, base: new Uint16Array(1) };
}

/**
 * @param counts number of states of each symbol; −1 for a single state that reads all bits of the
 * next one
 */
export function buildFseTable(counts: readonly number[], accuracy: number): FseTable {
  const size = 1 << accuracy;
  const symbol = new Uint8Array(size);
  const bitCount = new Uint8Array(size);
  const base = new Uint16Array(size);
  const next = new Uint16Array(counts.length);
  let high = size;
  counts.forEach((count, own) => {
    if (count === -1) symbol[--high] = own;
    next[own] = Math.abs(count);
  });
  const step = (size >> 1) + (size >> 3) + 3;
  let at = 0;
  counts.forEach((count, own) => {
    for (let i = 0; i < count; i++) {
      symbol[at] = own;
      do at = (at + step) & (size - 1);
      while (at >= high);
    }
  });
  for (let state = 0; state < size; state++) {
    const value = next[symbol[state]]++;
    bitCount[state] = accuracy - (31 - Math.clz32(value));
    base[state] = (value << bitCount[state]) - size;
  }
  return { accuracy, symbol, bitCount, base };
}

/** Reads the description of a table from the start of `bytes`; `byteLength` is its size. */
export function readFseTable(
  bytes: Uint8Array,
  mostAccuracy: number,
  mostSymbols: number,
): { table: FseTable; byteLength: number } {
  let at = 0;
  const read = (count: number): number => {
    let value = 0;
    for (let i = 0; i < count; i++, at++) value |= (((bytes[at >> 3] ?? 0) >> (at & 7)) & 1) << i;
    return value;
  };
  const accuracy = read(4) + 5;
  if (accuracy > mostAccuracy) throw new ZstdFault(`a table of 2^${accuracy} states`);
  const counts: number[] = [];
  let left = 1 << accuracy;
  while (left > 0) {
    if (counts.length >= mostSymbols || at > bytes.length * 8) {
      throw new ZstdFault("a table of more symbols than there are");
    }
    // Smaller values have one bit less: as many as there are spare codes.
    const bits = 32 - Math.clz32(left + 1);
    const spare = (1 << bits) - 2 - left;
    const half = (1 << (bits - 1)) - 1;
    let value = read(bits);
    if ((value & half) < spare) {
      value &= half;
      at--;
    } else if (value > half) value -= spare;
    const count = value - 1;
    left -= Math.abs(count);
    counts.push(count);
    if (count !== 0) continue;
    for (let more = 3; more === 3; ) {
      more = read(2);
      for (let i = 0; i < more; i++) counts.push(0);
    }
  }
  const byteLength = (at + 7) >> 3;
  if (left < 0 || counts.length > mostSymbols || byteLength > bytes.length) {
    throw new ZstdFault("a table that does not add up");
  }
  return { table: buildFseTable(counts, accuracy), byteLength };
}

/** A decoder state, which returns symbols one by one. */
export class FseState {
  readonly #table: FseTable;
  #state: number;

  constructor(table: FseTable, bits: BackwardBits) {
    this.#table = table;
    this.#state = bits.read(table.accuracy);
  }

  get symbol(): number {
    return this.#table.symbol[this.#state];
  }

  next(bits: BackwardBits): void {
    this.#state = this.#table.base[this.#state] + bits.read(this.#table.bitCount[this.#state]);
  }
}
