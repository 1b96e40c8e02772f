/**
 * The catalogue of records. Each file in this folder states the records of some lumps once, field
 * by field, with the names of Valve's headers. From these are derived: readers' columns, writers'
 * layouts, the fields that `inspect --lump` lists, conversion, byte swapping and the table in
 * `docs/formats.md`.
 */

import {
  ABSENT,
  type Column,
  type ColumnArray,
  type RecordLayout,
  SCALAR_BYTES,
  type ScalarType,
} from "../../binary/record-layout.ts";
import { type Fields, type StructColumns, struct } from "../../binary/struct.ts";
import type { LumpName } from "../lumps.ts";

/** A record layout and the lump versions that use it. */
export interface LumpLayout<C extends { readonly [K in keyof C]: ColumnArray }>
  extends RecordLayout<C> {
  readonly lumpVersions: readonly number[];
}

export type Columns<T> = Omit<T, "count">;
type ArrayType<A extends ColumnArray> = new (length: number) => A;

/** Lump whose rows a field's values are. */
export interface Reference {
  readonly to: LumpName;
  /** Name of the referenced thing in messages, instead of the field's name. */
  readonly what?: string;
  /** Column with the number of rows from this one on. Without it the value is a single row. */
  readonly count?: string;
  /** Minimum value; −1 for fields where −1 means none. */
  readonly least?: number;
  /** Lump whose rows negative values are: −1 is its first row. */
  readonly negative?: LumpName;
}

/** Column that a field is read into. */
export interface ColumnSpec<
  N extends string = string,
  A extends ColumnArray = ColumnArray,
  R extends boolean = boolean,
> {
  readonly name: N;
  /**
   * Array type. A `Uint32Array` reads the field as unsigned, even if Valve's header declares it
   * signed.
   */
  readonly as: ArrayType<A>;
  /** False if only writers use the column. */
  readonly isRead: R;
  readonly points?: Reference;
  /**
   * Number of values a row, if it differs from the field's: fewer, or also the following fields.
   */
  readonly arity?: number;
}

/** Columns by field. Fields without an entry are listed and converted, but have no column. */
export type ColumnSpecs = Readonly<Record<string, ArrayType<ColumnArray> | ColumnSpec>>;

type NameOf<F, S> = S extends ColumnSpec<infer N> ? N : F;
type ArrayOf<S> = Shared<
  S extends ColumnSpec<string, infer A> ? A : S extends ArrayType<infer A> ? A : never
>;
/** The array type without its buffer type parameter. */
type Shared<A> = A extends Float32Array
  ? Float32Array
  : A extends Int32Array
    ? Int32Array
    : A extends Uint32Array
      ? Uint32Array
      : A extends Uint16Array
        ? Uint16Array
        : A extends Uint8Array
          ? Uint8Array
          : never;
type Checked<T> = T extends { readonly [K in keyof T]: ColumnArray } ? T : never;
/** Columns for writers. */
export type AllColumnsOf<S> = Checked<{
  readonly [F in keyof S & string as NameOf<F, S[F]>]: ArrayOf<S[F]>;
}>;
/** Columns for readers. */
export type ColumnsOf<S> = Checked<{
  readonly [F in keyof S & string as S[F] extends ColumnSpec<string, ColumnArray, false>
    ? never
    : NameOf<F, S[F]>]: ArrayOf<S[F]>;
}>;

export const column = <N extends string, A extends ColumnArray>(
  name: N,
  as: ArrayType<A>,
  points?: Reference,
  arity?: number,
): ColumnSpec<N, A, true> => ({ name, as, isRead: true, points, arity });

export const unread = <N extends string, A extends ColumnArray>(
  name: N,
  as: ArrayType<A>,
  points?: Reference,
): ColumnSpec<N, A, false> => ({ name, as, isRead: false, points });

/** Properties of a record that its fields do not show. */
export interface RecordTraits {
  /** Number of low bits of a leaf's `areaFlags` that hold the area. The flags are above them. */
  readonly areaBits?: 9 | 17;
  /** Bit of a face's `numPrims` that holds the shadow flag and is not part of the count. */
  readonly shadowsBit?: "top" | "lowest";
}

/** A record with all its fields, with Valve's names. */
export interface LumpStruct extends RecordLayout<StructColumns>, RecordTraits {
  readonly name: string;
  readonly lumpVersions: readonly number[];
}

/** A record of a lump. `columns` are the readers' columns. */
export interface LumpRecord<C extends { readonly [K in keyof C]: ColumnArray }, S = ColumnSpecs>
  extends LumpLayout<C>,
    RecordTraits {
  readonly fields: Fields;
  readonly specs: S;
  readonly struct: LumpStruct;
}

/**
 * Declares a record.
 * @param name name in Valve's headers
 * @param fields in storage order, without Valve's prefixes. Fields whose names begin with `pad` are
 * padding
 */
export function record<S extends ColumnSpecs>(
  name: string,
  lumpVersions: readonly number[],
  specs: S,
  fields: Fields,
  traits: RecordTraits = {},
): LumpRecord<ColumnsOf<S>, S> {
  // Columns are derived on first use, because a map uses few of the records.
  let bytes: number | undefined;
  let columns: object | undefined;
  let all: LumpStruct | undefined;
  const made = {
    ...traits,
    lumpVersions,
    specs,
    fields,
    get bytes() {
      bytes ??= sizeOf(fields);
      return bytes;
    },
    get columns() {
      columns ??= deriveColumns(fields, specs, true);
      return columns as never;
    },
    get struct() {
      all ??= { ...traits, lumpVersions, ...struct(fields), name };
      return all;
    },
  };
  return made;
}

function sizeOf(fields: Fields): number {
  let bytes = 0;
  for (const name in fields) bytes += fields[name].arity * SCALAR_BYTES[fields[name].type];
  return bytes;
}

/** Returns the layout for writers: including columns that readers skip. */
export const whole = <S>({ bytes, fields, specs }: LumpRecord<object, S>) =>
  ({
    bytes,
    columns: deriveColumns(fields, specs as ColumnSpecs, false),
  }) as unknown as RecordLayout<AllColumnsOf<S>>;

const UNSIGNED: { readonly [K in ScalarType]?: ScalarType } = { i8: "u8", i16: "u16", i32: "u32" };

function deriveColumns(fields: Fields, specs: ColumnSpecs, isReader: boolean) {
  const columns: Record<string, Column> = {};
  const put = (field: string, at: number, type: ScalarType, arity: number) => {
    const spec = specs[field];
    if (spec === undefined) return;
    if (typeof spec === "function") columns[field] = columnOf(spec, at, type, arity);
    else if (spec.isRead || !isReader) {
      columns[spec.name] = columnOf(spec.as, at, type, spec.arity ?? arity);
    }
  };
  let at = 0;
  for (const field in fields) {
    const { type, arity } = fields[field];
    put(field, at, type, arity);
    at += arity * SCALAR_BYTES[type];
  }
  // Readers get zeros for a missing field, unless another field fills the column.
  for (const field in isReader ? specs : {}) {
    const spec = specs[field];
    const name = typeof spec === "function" ? field : spec.name;
    if (fields[field] === undefined && columns[name] === undefined) put(field, ABSENT, "u8", 1);
  }
  return columns;
}

const columnOf = (
  as: ArrayType<ColumnArray>,
  at: number,
  type: ScalarType,
  arity: number,
): Column => ({ at, type: (as === Uint32Array && UNSIGNED[type]) || type, as, arity });
