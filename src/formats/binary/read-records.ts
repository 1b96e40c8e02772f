/** Reads arrays of records into columns. */

import type { Column, ColumnArray, RecordLayout, Table } from "./record-layout.ts";
import { ABSENT, SCALAR_BYTES } from "./record-layout.ts";

/** Typed-array views use the host's byte order; all hosts in use are little-endian. */
const HOST_IS_LITTLE = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/**
 * Reads a whole array of records into columns. The caller must have checked that the bytes are a
 * whole number of records, which makes all reads here safe: nothing is checked for each field.
 */
export function readRecords<C extends { readonly [K in keyof C]: ColumnArray }>(
  bytes: Uint8Array,
  layout: RecordLayout<C>,
  littleEndian: boolean,
): Table<C> {
  const aligned = alignForViews(bytes, littleEndian);
  const table: Record<string, number | ColumnArray> = {
    count: Math.floor(bytes.length / layout.bytes),
  };
  for (const name of Object.keys(layout.columns) as (keyof C & string)[]) {
    table[name] = readColumn(aligned, layout.bytes, layout.columns[name], littleEndian);
  }
  return table as Table<C>;
}

/** Reads one column of an array of records; zeros if the records lack it. */
export function readColumn<A extends ColumnArray>(
  bytes: Uint8Array,
  recordBytes: number,
  column: Column<A>,
  littleEndian: boolean,
): A {
  const count = Math.floor(bytes.length / recordBytes);
  const values = new column.as(count * (column.arity ?? 1));
  const aligned = alignForViews(bytes, littleEndian);
  if (count > 0 && column.at !== ABSENT)
    fillColumn(values, aligned, recordBytes, column, littleEndian);
  return values;
}

/**
 * Aligns the records to multiples of four for typed-array views. Lumps are nearly always aligned,
 * game lumps are not. Does not use `slice`, because Node's Buffer does not copy.
 */
function alignForViews(bytes: Uint8Array, littleEndian: boolean): Uint8Array {
  const viewed = littleEndian === HOST_IS_LITTLE;
  return viewed && bytes.byteOffset % 4 !== 0 ? new Uint8Array(bytes) : bytes;
}

function fillColumn(
  values: ColumnArray,
  bytes: Uint8Array,
  recordBytes: number,
  column: Column,
  littleEndian: boolean,
): void {
  const arity = column.arity ?? 1;
  const size = SCALAR_BYTES[column.type];
  const viewable = recordBytes % size === 0 && column.at % size === 0;
  if (size > 1 && !(viewable && littleEndian === HOST_IS_LITTLE)) {
    fillFromDataView(values, bytes, recordBytes, column, littleEndian);
    return;
  }
  const first = column.at / size;
  const stride = recordBytes / size;
  // A separate loop for each stored type, so that each is optimised for it.
  switch (column.type) {
    case "u8":
      fillFromU8(values, bytes, first, stride, arity);
      break;
    case "i8":
      fillFromI8(values, view(Int8Array, bytes, 1), first, stride, arity);
      break;
    case "u16":
      fillFromU16(values, view(Uint16Array, bytes, 2), first, stride, arity);
      break;
    case "i16":
      fillFromI16(values, view(Int16Array, bytes, 2), first, stride, arity);
      break;
    case "u32":
      fillFromU32(values, view(Uint32Array, bytes, 4), first, stride, arity);
      break;
    case "i32":
      fillFromI32(values, view(Int32Array, bytes, 4), first, stride, arity);
      break;
    case "f32":
      fillFromF32(values, view(Float32Array, bytes, 4), first, stride, arity);
      break;
  }
}

function view<A>(
  type: new (buffer: ArrayBufferLike, byteOffset: number, length: number) => A,
  bytes: Uint8Array,
  size: number,
): A {
  return new type(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / size));
}

function fillFromU8(to: ColumnArray, from: Uint8Array, at: number, stride: number, n: number) {
  for (let i = 0, p = at; i < to.length; p += stride)
    for (let k = 0; k < n; k++) to[i++] = from[p + k];
}

function fillFromI8(to: ColumnArray, from: Int8Array, at: number, stride: number, n: number) {
  for (let i = 0, p = at; i < to.length; p += stride)
    for (let k = 0; k < n; k++) to[i++] = from[p + k];
}

function fillFromU16(to: ColumnArray, from: Uint16Array, at: number, stride: number, n: number) {
  for (let i = 0, p = at; i < to.length; p += stride)
    for (let k = 0; k < n; k++) to[i++] = from[p + k];
}

function fillFromI16(to: ColumnArray, from: Int16Array, at: number, stride: number, n: number) {
  for (let i = 0, p = at; i < to.length; p += stride)
    for (let k = 0; k < n; k++) to[i++] = from[p + k];
}

function fillFromU32(to: ColumnArray, from: Uint32Array, at: number, stride: number, n: number) {
  for (let i = 0, p = at; i < to.length; p += stride)
    for (let k = 0; k < n; k++) to[i++] = from[p + k];
}

function fillFromI32(to: ColumnArray, from: Int32Array, at: number, stride: number, n: number) {
  for (let i = 0, p = at; i < to.length; p += stride)
    for (let k = 0; k < n; k++) to[i++] = from[p + k];
}

function fillFromF32(to: ColumnArray, from: Float32Array, at: number, stride: number, n: number) {
  for (let i = 0, p = at; i < to.length; p += stride)
    for (let k = 0; k < n; k++) to[i++] = from[p + k];
}

/**
 * Fills a column if the byte order differs from the host's or the fields are not aligned to their
 * size.
 */
function fillFromDataView(
  to: ColumnArray,
  bytes: Uint8Array,
  recordBytes: number,
  column: Column,
  littleEndian: boolean,
): void {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const read = {
    u8: (p: number) => data.getUint8(p),
    i8: (p: number) => data.getInt8(p),
    u16: (p: number) => data.getUint16(p, littleEndian),
    i16: (p: number) => data.getInt16(p, littleEndian),
    u32: (p: number) => data.getUint32(p, littleEndian),
    i32: (p: number) => data.getInt32(p, littleEndian),
    f32: (p: number) => data.getFloat32(p, littleEndian),
  }[column.type];
  const arity = column.arity ?? 1;
  const size = SCALAR_BYTES[column.type];
  for (let i = 0, p = column.at; i < to.length; p += recordBytes) {
    for (let k = 0; k < arity; k++) to[i++] = read(p + k * size);
  }
}
