import type { Column } from "../../binary/record-layout.ts";
import type { LumpLayout } from "../layouts/record-layouts.ts";

/** A record with `count` bytes more than another has from byte `at` on; less than 0: with so many fewer. */
export function insertBytes<L extends LumpLayout<object>>(layout: L, at: number, count: number): L {
  const columns = Object.entries<Column>({ ...layout.columns }).map(([name, column]) => [
    name,
    column.at < at ? column : { ...column, at: column.at + count },
  ]);
  return { ...layout, bytes: layout.bytes + count, columns: Object.fromEntries(columns) };
}
