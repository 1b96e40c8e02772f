/** Writes columns as arrays of records. */

import type { Column, ColumnArray, RecordLayout, ScalarType, Table } from "./record-layout.ts";
import { SCALAR_BYTES } from "./record-layout.ts";

/** Minimum and maximum of each stored integer type. */
const RANGE: Readonly<Record<Exclude<ScalarType, "f32">, readonly [number, number]>> = {
  u8: [0, 0xff],
  i8: [-0x80, 0x7f],
  u16: [0, 0xffff],
  i16: [-0x8000, 0x7fff],
  u32: [0, 0xffffffff],
  i32: [-0x80000000, 0x7fffffff],
};

/**
 * Writes columns as an array of records, little-endian: the inverse of `readRecords`. Bytes outside
 * of all columns are 0. Throws RangeError with column and row for a value that does not fit its
 * field, and for a column whose length differs from the table's count. Values are never truncated
 * silently.
 */
export function writeRecords<C extends { readonly [K in keyof C]: ColumnArray }>(
  table: NoInfer<Table<C>>,
  layout: RecordLayout<C>,
): Uint8Array {
  const bytes = new Uint8Array(table.count * layout.bytes);
  const data = new DataView(bytes.buffer);
  for (const name of Object.keys(layout.columns) as (keyof C & string)[]) {
    const values: ColumnArray = table[name];
    const column: Column = layout.columns[name];
    const length = table.count * (column.arity ?? 1);
    if (values.length !== length) {
      throw new RangeError(`column ${name}: expected ${length} values, found ${values.length}`);
    }
    if (column.type !== "f32") checkRange(name, values, column, RANGE[column.type]);
    putColumn(data, layout.bytes, column, values);
  }
  return bytes;
}

function checkRange(
  name: string,
  values: ColumnArray,
  { type, arity = 1 }: Column,
  [least, largest]: readonly [number, number],
): void {
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value >= least && value <= largest && Number.isInteger(value)) continue;
    const row = Math.floor(i / arity);
    throw new RangeError(`column ${name}, row ${row}: ${value} does not fit ${type}`);
  }
}

function putColumn(
  data: DataView,
  recordBytes: number,
  { at, type, arity = 1 }: Column,
  values: ColumnArray,
): void {
  const put = {
    u8: (p: number, value: number) => data.setUint8(p, value),
    i8: (p: number, value: number) => data.setInt8(p, value),
    u16: (p: number, value: number) => data.setUint16(p, value, true),
    i16: (p: number, value: number) => data.setInt16(p, value, true),
    u32: (p: number, value: number) => data.setUint32(p, value, true),
    i32: (p: number, value: number) => data.setInt32(p, value, true),
    f32: (p: number, value: number) => data.setFloat32(p, value, true),
  }[type];
  const size = SCALAR_BYTES[type];
  for (let i = 0, p = at; i < values.length; p += recordBytes) {
    for (let k = 0; k < arity; k++) put(p + k * size, values[i++]);
  }
}
