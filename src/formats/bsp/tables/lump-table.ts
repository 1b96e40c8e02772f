/** What stands in a lump, as tables of rows. */

import type { ColumnArray, Table } from "../../binary/record-layout.ts";
import type { StructColumns } from "../../binary/struct.ts";

export interface LumpTable {
  /** Of a row: a struct's name in Valve's headers, or what it is in a word. */
  readonly name: string;
  readonly count: number;
  /** In the file; 0 where rows differ in length. */
  readonly recordBytes: number;
  /** Plain JSON data. */
  row(index: number): Readonly<Record<string, unknown>>;
}

/** A table of columns; a column of k values a row gives arrays of k. */
export function columnTable(
  name: string,
  recordBytes: number,
  { count, ...columns }: Table<StructColumns>,
): LumpTable {
  const fields = Object.entries(columns as unknown as StructColumns).map(
    ([field, values]) => [field, values, count === 0 ? 1 : values.length / count] as const,
  );
  return {
    name,
    count,
    recordBytes,
    row: (index) =>
      Object.fromEntries(
        fields.map(([field, values, arity]) => [field, readField(values, index, arity)]),
      ),
  };
}

function readField(values: ColumnArray, index: number, arity: number): number | number[] {
  if (arity === 1) return values[index];
  return Array.from(values.subarray(index * arity, (index + 1) * arity));
}

/** A table of rows that are there already. */
export const rowTable = (
  name: string,
  rows: readonly Readonly<Record<string, unknown>>[],
  recordBytes = 0,
): LumpTable => ({ name, count: rows.length, recordBytes, row: (index) => rows[index] });
