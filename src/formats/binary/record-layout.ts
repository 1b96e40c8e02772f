/**
 * Arrays of fixed-size records as declarations: where each column lies in a record, what it is on
 * disk, and what typed array it becomes. One reader serves every table of every format, in either
 * byte order.
 */

export type ScalarType = "u8" | "i8" | "u16" | "i16" | "u32" | "i32" | "f32";

export type ColumnArray =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array;

export interface Column<A extends ColumnArray = ColumnArray> {
  /** Byte offset in the record; `ABSENT` where it has no such field. */
  readonly at: number;
  /** What one value is on disk. */
  readonly type: ScalarType;
  /** What the values become; wide enough for `type`. */
  readonly as: new (
    length: number,
  ) => A;
  /** Values a record, one after the other; 1 if left out. */
  readonly arity?: number;
}

export const ABSENT = -1;

/** The record of one version of a table. `C` maps column names to their arrays. */
export interface RecordLayout<C extends { readonly [K in keyof C]: ColumnArray }> {
  /** Bytes from one record to the next. */
  readonly bytes: number;
  readonly columns: { readonly [K in keyof C]: Column<C[K]> };
}

export type Table<C> = { readonly count: number } & C;

export const SCALAR_BYTES: Readonly<Record<ScalarType, number>> = {
  u8: 1,
  i8: 1,
  u16: 2,
  i16: 2,
  u32: 4,
  i32: 4,
  f32: 4,
};
