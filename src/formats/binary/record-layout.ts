/**
 * Declarations of arrays of fixed-size records: for each column its offset in a record, its stored
 * type, and its typed array. One reader serves every table of every format, in either byte order.
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
  /** Byte offset in the record; `ABSENT` if the record lacks the field. */
  readonly at: number;
  /** Stored type of a value. */
  readonly type: ScalarType;
  /** Typed array for the values; wide enough for `type`. */
  readonly as: new (
    length: number,
  ) => A;
  /** Number of consecutive values in a record; 1 if undefined. */
  readonly arity?: number;
}

export const ABSENT = -1;

/** Layout of a record in one version of a table. `C` maps column names to their arrays. */
export interface RecordLayout<C extends { readonly [K in keyof C]: ColumnArray }> {
  /** Distance between records in bytes. */
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

/** Returns the column of a signed field, read as unsigned: for flags. */
export const unsigned = ({ at, arity }: Column): Column<Uint32Array> => ({
  at,
  type: "u32",
  as: Uint32Array,
  arity,
});
