/** Tables of rows with the contents of a lump. */

import type { ColumnArray, Table } from "../../binary/record-layout.ts";
import type { StructColumns } from "../../binary/struct.ts";

export interface LumpTable {
  /** Name of a row: a struct in Valve's headers, or a word for it. */
  readonly name: string;
  readonly count: number;
  /** Size of a row in the file in bytes; 0 if rows differ in length. */
  readonly recordBytes: number;
  /** Returns a row as plain JSON data. */
  row(index: number): Readonly<Record<string, unknown>>;
}

/** Returns a table of columns. A column with k values a row gives arrays of k. */
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

/** Returns a table of existing rows. */
export const rowTable = (
  name: string,
  rows: readonly Readonly<Record<string, unknown>>[],
  recordBytes = 0,
): LumpTable => ({ name, count: rows.length, recordBytes, row: (index) => rows[index] });
