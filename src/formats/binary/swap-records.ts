/** Swaps the byte order of records. */

import { ABSENT, type Column, type RecordLayout, SCALAR_BYTES } from "./record-layout.ts";

/**
 * Returns an array of records in the other byte order: the bytes of each value are reversed. Bytes
 * outside of all columns, and after the last whole record, stay the same.
 */
export function swapRecords(bytes: Uint8Array, layout: RecordLayout<object>): Uint8Array {
  const out = new Uint8Array(bytes);
  const columns: readonly Column[] = Object.values(layout.columns);
  const end = bytes.length - (bytes.length % layout.bytes);
  for (const { at, type, arity = 1 } of columns) {
    const size = SCALAR_BYTES[type];
    if (at === ABSENT || size === 1) continue;
    for (let record = at; record < end; record += layout.bytes) {
      for (let value = record; value < record + arity * size; value += size) {
        for (let i = 0; i < size; i++) out[value + i] = bytes[value + size - 1 - i];
      }
    }
  }
  return out;
}

/** Returns an array of 2-byte or 4-byte numbers in the other byte order. */
export function swapWords(bytes: Uint8Array, size: 2 | 4): Uint8Array {
  const column: Column = { at: 0, type: size === 2 ? "u16" : "u32", as: Uint32Array };
  return swapRecords(bytes, { bytes: size, columns: { column } } as RecordLayout<object>);
}
