import type { ColumnArray, RecordLayout, Table } from "../../../formats/binary/record-layout.ts";
import { writeRecords } from "../../../formats/binary/write-records.ts";
import { INDEX16 } from "../../../formats/bsp/layouts/compile-layouts.ts";
import type { MapLump } from "../../types.ts";

/** A lump of records. */
export function recordLump<C extends { readonly [K in keyof C]: ColumnArray }>(
  layout: RecordLayout<C>,
  table: NoInfer<Table<C>>,
  version = 0,
): MapLump {
  return { version, bytes: writeRecords(table, layout) };
}

/** A lump of unsigned shorts. */
export function indexLump(values: readonly number[]): MapLump {
  return recordLump(INDEX16, { count: values.length, value: Uint32Array.from(values) });
}
