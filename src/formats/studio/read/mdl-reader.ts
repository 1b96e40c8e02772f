/** Reads the tables of an MDL. */

import { readRecords } from "../../binary/read-records.ts";
import type { ColumnArray, RecordLayout, Table } from "../../binary/record-layout.ts";
import type { HeaderTable } from "./mdl-tables.ts";
import { StudioReader } from "./studio-reader.ts";

const HEADER_BYTES = 408;

/** A table of the header: `count` records from the offset `at`. */
export interface FoundTable {
  readonly where: string;
  readonly at: number;
  readonly count: number;
  readonly bytes: number;
}

/** Reads the tables of an MDL that `parseMdl` accepts. */
export class MdlReader extends StudioReader {
  constructor(bytes: Uint8Array) {
    super("MDL", bytes);
    this.header("studiohdr_t", HEADER_BYTES);
  }

  /** Finds a table. @throws FormatError if it is outside the file */
  find({ where, countAt, offsetAt, bytes }: HeaderTable): FoundTable {
    const count = this.i32(countAt);
    return {
      where,
      count,
      bytes,
      at: this.table(where, countAt, count, this.i32(offsetAt), bytes),
    };
  }

  /** Finds a table that a record at `base` references by a count and an offset from the record. */
  findBelow(where: string, base: number, countAt: number, offsetAt: number, bytes: number) {
    const count = this.i32(base + countAt);
    const at = base + this.i32(base + offsetAt);
    return { where, count, bytes, at: this.table(where, base + countAt, count, at, bytes) };
  }

  /** Reads records as columns. Throws FormatError for floats that are NaN or infinite. */
  columns<C extends { readonly [K in keyof C]: ColumnArray }>(
    { where, at, count, bytes }: FoundTable,
    layout: RecordLayout<C>,
  ): Table<C> {
    const records = readRecords(this.bytes.subarray(at, at + count * bytes), layout, true);
    this.#checkFloats(where, records, layout, (row) => at + row * bytes);
    return records;
  }

  /** Reads scattered records, at the offsets `places`, as columns. */
  gather<C extends { readonly [K in keyof C]: ColumnArray }>(
    where: string,
    places: readonly number[],
    layout: RecordLayout<C>,
  ): Table<C> {
    const together = new Uint8Array(places.length * layout.bytes);
    places.forEach((place, row) => {
      this.array(where, place, 1, place, layout.bytes);
      together.set(this.bytes.subarray(place, place + layout.bytes), row * layout.bytes);
    });
    const records = readRecords(together, layout, true);
    this.#checkFloats(where, records, layout, (row) => places[row]);
    return records;
  }

  #checkFloats<C extends { readonly [K in keyof C]: ColumnArray }>(
    where: string,
    records: Table<C>,
    layout: RecordLayout<C>,
    placeOf: (row: number) => number,
  ): void {
    for (const name of Object.keys(layout.columns) as (keyof C & string)[]) {
      const values = records[name] as ColumnArray;
      if (!(values instanceof Float32Array)) continue;
      const bad = values.findIndex((value) => !Number.isFinite(value));
      if (bad < 0) continue;
      const { at, arity = 1 } = layout.columns[name];
      const offset = placeOf(Math.floor(bad / arity)) + at + (bad % arity) * 4;
      throw this.error("bad-value", `${where}.${name}`, offset, "a finite number", values[bad]);
    }
  }

  /**
   * Reads the names of records. `field` holds the offset of the name from the record; 0 for an
   * empty name.
   */
  names({ where, at, count, bytes }: FoundTable, field: number): string[] {
    return Array.from({ length: count }, (_, i) => this.nameAt(where, at + i * bytes, field));
  }

  nameAt(where: string, record: number, field: number): string {
    const offset = this.i32(record + field);
    return offset === 0 ? "" : this.string(where, record + field, record + offset);
  }

  /**
   * Throws FormatError unless all values are rows of a table with `count` rows.
   * @param field offset of the field in the record, for the message
   */
  checkRows({ where, at, bytes }: FoundTable, field: number, values: Int32Array, count: number) {
    const bad = values.findIndex((value) => value < 0 || value >= count);
    if (bad < 0) return;
    const expected = `a row below ${count}`;
    throw this.error("bad-index", where, at + bad * bytes + field, expected, values[bad]);
  }
}
