/**
 * The catalogue of records: each file beside this one states the records of a family of lumps once, field by field,
 * as Valve's headers name them. Readers' columns, writers' layouts, the fields that `inspect --lump` lists, conversion,
 * byte swapping and the table of `docs/formats.md` are all derived from that.
 */

import {
  ABSENT,
  type Column,
  type ColumnArray,
  type RecordLayout,
  type ScalarType,
} from "../../binary/record-layout.ts";
import { type StructColumns, type StructField, struct } from "../../binary/struct.ts";
import type { LumpName } from "../lumps.ts";

/** A layout and the lump versions it is written under. */
export interface LumpLayout<C extends { readonly [K in keyof C]: ColumnArray }>
  extends RecordLayout<C> {
  readonly lumpVersions: readonly number[];
}

export type Columns<T> = Omit<T, "count">;
export type Fields = Readonly<Record<string, StructField>>;
type ArrayType<A extends ColumnArray> = new (length: number) => A;

/** The lump that a field's values are rows of. */
export interface Reference {
  readonly to: LumpName;
  /** A word for it in messages, in place of the field's name. */
  readonly what?: string;
  /** Column that counts the rows from this one on; without it the value is one row. */
  readonly count?: string;
  /** Least value; -1 if that stands for none. */
  readonly least?: number;
  /** Lump whose rows negative values are: -1 is its first. */
  readonly negative?: LumpName;
}

/** Column that a field becomes. */
export interface ColumnSpec<
  N extends string = string,
  A extends ColumnArray = ColumnArray,
  R extends boolean = boolean,
> {
  readonly name: N;
  /** A `Uint32Array` takes the field's number as unsigned, whatever Valve's header says. */
  readonly as: ArrayType<A>;
  /** False if only writers have the column. */
  readonly isRead: R;
  readonly points?: Reference;
  /** Values a row, where they are not the field's alone: some of them, or the next fields' too. */
  readonly arity?: number;
}

/** Columns by field. A field that is not named here is listed and converted, and becomes no column. */
export type ColumnSpecs = Readonly<Record<string, ArrayType<ColumnArray> | ColumnSpec>>;

type NameOf<F, S> = S extends ColumnSpec<infer N> ? N : F;
type ArrayOf<S> = Shared<
  S extends ColumnSpec<string, infer A> ? A : S extends ArrayType<infer A> ? A : never
>;
/** The same array over any buffer. */
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
/** Columns that writers need. */
export type AllColumnsOf<S> = Checked<{
  readonly [F in keyof S & string as NameOf<F, S[F]>]: ArrayOf<S[F]>;
}>;
/** Columns that readers take. */
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

/** What records of some lumps have otherwise than by their fields. */
export interface RecordTraits {
  /** Of a leaf's `areaFlags`, the lowest: the area's. The flags are above. */
  readonly areaBits?: 9 | 17;
  /** The bit of a face's `numPrims` that says whether it takes shadows, and is no part of the count. */
  readonly shadowsBit?: "top" | "lowest";
}

/** A record with all its fields, by Valve's names. */
export interface LumpStruct extends RecordLayout<StructColumns>, RecordTraits {
  readonly name: string;
  readonly lumpVersions: readonly number[];
}

/** `columns` are those that readers take. */
export interface LumpRecord<C extends { readonly [K in keyof C]: ColumnArray }, S = ColumnSpecs>
  extends LumpLayout<C>,
    RecordTraits {
  readonly struct: LumpStruct;
  readonly specs: S;
}

/**
 * @param name as Valve's headers call it
 * @param fields in their order, without Valve's prefixes; those whose names begin with `pad` only align
 */
export function record<S extends ColumnSpecs>(
  name: string,
  lumpVersions: readonly number[],
  specs: S,
  fields: Fields,
  traits: RecordTraits = {},
): LumpRecord<ColumnsOf<S>, S> {
  const all = struct(fields);
  const columns = deriveColumns(all.columns, specs, true) as never;
  const made = { ...traits, lumpVersions };
  return { ...made, bytes: all.bytes, columns, struct: { ...made, ...all, name }, specs };
}

/** The layout that writers need: with the columns that readers do not take. */
export const whole = <S>({ struct: { bytes, columns }, specs }: LumpRecord<object, S>) =>
  ({
    bytes,
    columns: deriveColumns(columns, specs as ColumnSpecs, false),
  }) as unknown as RecordLayout<AllColumnsOf<S>>;

const UNSIGNED: { readonly [K in ScalarType]?: ScalarType } = { i8: "u8", i16: "u16", i32: "u32" };

function deriveColumns(
  fields: Readonly<Record<string, Column>>,
  specs: ColumnSpecs,
  isReader: boolean,
): Record<string, Column> {
  const columns: Record<string, Column> = {};
  for (const [field, spec] of Object.entries(specs)) {
    const own = typeof spec === "function" ? { name: field, as: spec, isRead: true } : spec;
    if (isReader && !own.isRead) continue;
    const { name, as, arity } = own as ColumnSpec;
    // Of a form that lacks the field readers get zeros, unless another of its fields is that column.
    if (fields[field] === undefined && (!isReader || columns[own.name] !== undefined)) continue;
    const place = fields[field] ?? { at: ABSENT, type: "u8" };
    const type = (as === Uint32Array && UNSIGNED[place.type]) || place.type;
    columns[name] = { at: place.at, type, as, arity: arity ?? place.arity ?? 1 };
  }
  return columns;
}

/** Fields with more of them behind one. */
export function insertFields(fields: Fields, behind: string, more: Fields): Fields {
  const entries = Object.entries(fields).flatMap(([name, field]) =>
    name === behind ? [[name, field], ...Object.entries(more)] : [[name, field]],
  );
  return Object.fromEntries(entries);
}

export function omitFields(fields: Fields, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}
