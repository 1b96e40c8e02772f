/** Declares records like C structs, as consecutive fields. Padding is named `pad`. */

import {
  type Column,
  type ColumnArray,
  type RecordLayout,
  SCALAR_BYTES,
  type ScalarType,
} from "./record-layout.ts";

export interface StructField<T extends ScalarType = ScalarType> {
  readonly type: T;
  /** Number of values in a record. */
  readonly arity: number;
}
export type Fields = Readonly<Record<string, StructField>>;

const field = <T extends ScalarType>(type: T) => {
  const one: StructField<T> = { type, arity: 1 };
  return (arity = 1): StructField<T> => (arity === 1 ? one : { type, arity });
};

export const u8 = field("u8");
export const i8 = field("i8");
export const u16 = field("u16");
export const i16 = field("i16");
export const u32 = field("u32");
export const i32 = field("i32");
export const f32 = field("f32");

const ARRAYS = {
  u8: Uint8Array,
  i8: Int8Array,
  u16: Uint16Array,
  i16: Int16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
} as const;

export type StructColumns = Readonly<Record<string, ColumnArray>>;
/** Typed array that a field's values are read into. */
export type ArrayOf<T extends ScalarType> = InstanceType<(typeof ARRAYS)[T]>;

/** Returns the layout of consecutive fields. Fields whose names begin with `pad` get no column. */
export function struct(fields: Fields): RecordLayout<StructColumns> {
  const columns: Record<string, Column> = {};
  let at = 0;
  for (const [name, { type, arity }] of Object.entries(fields)) {
    if (!name.startsWith("pad")) columns[name] = { at, type, as: ARRAYS[type], arity };
    at += arity * SCALAR_BYTES[type];
  }
  return { bytes: at, columns };
}

/** Returns the fields with `more` inserted after the field `behind`. */
export function insertFields(fields: Fields, behind: string, more: Fields): Fields {
  const entries = Object.entries(fields).flatMap(([name, field]) =>
    name === behind ? [[name, field], ...Object.entries(more)] : [[name, field]],
  );
  return Object.fromEntries(entries);
}

export function omitFields(fields: Fields, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}
