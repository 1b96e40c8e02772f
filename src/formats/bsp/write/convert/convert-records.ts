/** Converts the records of a lump between two forms of the same lump. Little-endian. */

import { readRecords } from "../../../binary/read-records.ts";
import type { ColumnArray, RecordLayout } from "../../../binary/record-layout.ts";
import type { StructColumns } from "../../../binary/struct.ts";
import { writeRecords } from "../../../binary/write-records.ts";
import { bspError } from "../../bsp-error.ts";
import type { LumpStruct } from "../../records/record.ts";

/**
 * Columns of any form of a record, by name. They contain numbers, because types differ between
 * forms.
 */
export type RecordColumns = Readonly<Record<string, ColumnArray>>;

/** Conversion of fields that differ in more than their type. */
export type RecordFix = (columns: RecordColumns, from: LumpStruct, to: LumpStruct) => RecordColumns;

export interface ConvertedRecords {
  readonly bytes: Uint8Array;
  /** Fields that the target form lacks and that were not 0, with the number of such records. */
  readonly lost: ReadonlyMap<string, number>;
}

/**
 * Converts records. Fields are matched by name. Fields that only the target has are 0.
 *
 * @param where name of the lump, for errors
 * @throws FormatError (BSP, `unsupported`) if a value does not fit the target's field
 */
export function convertRecords(
  bytes: Uint8Array,
  from: RecordLayout<StructColumns>,
  to: RecordLayout<StructColumns>,
  where: string,
  fix: (columns: RecordColumns) => RecordColumns = (columns) => columns,
): ConvertedRecords {
  const { count, ...read } = readRecords(bytes, from, true);
  const columns = fix(read as unknown as RecordColumns);
  const written = writeColumns(columns, count, to, where);
  const lost = new Map<string, number>();
  for (const [name, values] of Object.entries(columns)) {
    if (name in to.columns) continue;
    const records = countUsed(values, count);
    if (records > 0) lost.set(name, records);
  }
  return { bytes: written, lost };
}

/**
 * Writes columns as records. Throws FormatError (BSP, `unsupported`) if a value does not fit its
 * field.
 */
export function writeColumns(
  columns: RecordColumns,
  count: number,
  to: RecordLayout<StructColumns>,
  where: string,
): Uint8Array {
  const table: Record<string, ColumnArray> = {};
  for (const [name, { as, arity = 1 }] of Object.entries(to.columns)) {
    table[name] = columns[name] ?? new as(count * arity);
  }
  try {
    return writeRecords({ ...table, count } as never, to);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const expected = `values that records of ${to.bytes} bytes hold`;
    throw bspError("unsupported", where, 0, expected, error.message);
  }
}

function countUsed(values: ColumnArray, count: number): number {
  const arity = count === 0 ? 1 : values.length / count;
  let used = 0;
  for (let row = 0; row < count; row++) {
    const end = (row + 1) * arity;
    for (let i = row * arity; i < end; i++) {
      if (values[i] === 0) continue;
      used++;
      break;
    }
  }
  return used;
}
