/**
 * The catalogue of studio records: MDL, VVD, VTX, PHY, and baked light of static props. Each file
 * in this folder states records of the disk once, field by field, with the names of Valve's
 * headers. Readers and writers take sizes, offsets, columns and tables from it, and so does the
 * table in `docs/formats.md`. Builds contain the resulting numbers instead
 * (`shaders/link/record-numbers.ts`).
 */

import type { Column } from "../../binary/record-layout.ts";
import { type ArrayOf, i32, type StructField, struct } from "../../binary/struct.ts";

/** Versions that `parseMdl` reads. Their records are the same; later ones use more of the fields. */
export const MDL_VERSIONS = [44, 45, 46, 47, 48, 49];

/** What a field's value leads to. */
export interface Pointer {
  /** Name of a record or of another thing, such as `text`. */
  readonly to: string;
  /** Origin of offsets in bytes: the record itself, or the file. "row" for a row number. */
  readonly from: "record" | "file" | "row";
  /** Field of the record with the number of rows there. */
  readonly count?: string;
}

export interface StudioField<T extends StructField["type"] = StructField["type"]>
  extends StructField<T> {
  readonly points?: Pointer;
}
/** Field with the offset of an array of records, whose number another field holds. */
export interface TableField extends StudioField<"i32"> {
  readonly record: { readonly name: string; readonly bytes: number };
  readonly points: Required<Pointer>;
}
export type StudioFields = Readonly<Record<string, StudioField>>;

/** An array of records that a record refers to. Offsets in bytes from that record's start. */
export interface RecordTable {
  /** Name of its records. */
  readonly where: string;
  readonly countAt: number;
  readonly offsetAt: number;
  /** Size of a record. */
  readonly bytes: number;
}

export interface StudioRecord<F extends StudioFields = StudioFields> {
  /** Name in Valve's headers. */
  readonly name: string;
  /** Versions of the file that have it; empty if the file has no version. */
  readonly versions: readonly number[];
  readonly fields: F;
  readonly bytes: number;
  /** Byte offset of each field. */
  readonly at: { readonly [K in keyof F]: number };
  /** Column of each field, for `readRecords`. */
  readonly columns: { readonly [K in keyof F]: Column<ArrayOf<F[K]["type"]>> };
  /** Array at each field that `tableAt` declares. */
  readonly tables: {
    readonly [K in keyof F as F[K] extends TableField ? K : never]: RecordTable;
  };
}

/**
 * Declares a record.
 * @param name name in Valve's headers
 * @param fields in storage order
 */
export function record<F extends StudioFields>(
  name: string,
  versions: readonly number[],
  fields: F,
): StudioRecord<F> {
  const { bytes, columns } = struct(fields);
  const at: Record<string, number> = {};
  const tables: Record<string, RecordTable> = {};
  for (const field in columns) at[field] = columns[field].at;
  for (const field in fields) {
    const { record: child, points } = fields[field] as Partial<TableField>;
    if (child === undefined || points === undefined) continue;
    const [countAt, offsetAt] = [at[points.count], at[field]];
    tables[field] = { where: child.name, countAt, offsetAt, bytes: child.bytes };
  }
  return { name, versions, fields, bytes, at, columns, tables } as never;
}

/** Offset of a zero-terminated text. */
export const textAt = (from: "record" | "file" = "record"): StudioField<"i32"> => ({
  ...i32(),
  points: { to: "text", from },
});

/** Offset of an array of records, or of plain numbers by their type's name. */
export const tableAt = (
  child: TableField["record"],
  count: string,
  from: "record" | "file" = "record",
): TableField => ({
  ...i32(),
  record: child,
  points: { to: child.name, from, count },
});

/** Offset of something else, or of a single record. */
export const offsetOf = (
  to: string,
  count?: string,
  from: "record" | "file" = "record",
): StudioField<"i32"> => ({ ...i32(), points: { to, from, count } });

/** Row numbers of an array of records. */
export const rowOf = (to: string, arity = 1): StudioField<"i32"> => ({
  ...i32(arity),
  points: { to, from: "row" },
});
