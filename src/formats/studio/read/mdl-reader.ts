/** Reads the tables of an MDL. */

import { readRecords } from "../../binary/read-records.ts";
import type { ColumnArray, RecordLayout, Table } from "../../binary/record-layout.ts";
import { STUDIOHDR } from "../records/header.ts";
import { BODYPARTS, MODEL } from "../records/mesh.ts";
import { ANIM_BLOCK } from "../records/motion.ts";
import { IK_LOCK } from "../records/skeleton.ts";
import type { RecordTable } from "../records/studio-record.ts";
import { type FoundTable, findTable, StudioReader } from "./studio-reader.ts";

/** Reads the tables of an MDL that `parseMdl` accepts. */
export class MdlReader extends StudioReader {
  constructor(bytes: Uint8Array) {
    super("MDL", bytes);
    this.header(STUDIOHDR.name, STUDIOHDR.bytes);
  }

  /** Finds a table of the record at `record`: see `findTable`. */
  find(table: RecordTable, record?: number): FoundTable {
    return findTable(this, table, record);
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

// Layouts of records that several tables have.

export const IK_LOCK_LAYOUT = {
  bytes: IK_LOCK.bytes,
  columns: {
    chain: IK_LOCK.columns.chain,
    positionWeight: IK_LOCK.columns.flPosWeight,
    localQuaternionWeight: IK_LOCK.columns.flLocalQWeight,
  },
};

export const ANIM_BLOCK_LAYOUT = {
  bytes: ANIM_BLOCK.bytes,
  columns: { start: ANIM_BLOCK.columns.datastart, end: ANIM_BLOCK.columns.dataend },
};

/** Record of a model: its offset, and its place in the file's order. */
export interface ModelPlace {
  readonly at: number;
  readonly bodyPart: number;
  /** Number in its body part. */
  readonly model: number;
}

/** Lists the models of all body parts. */
export function* listModels(reader: MdlReader): Generator<ModelPlace> {
  const parts = reader.find(STUDIOHDR.tables.bodypartindex);
  for (let bodyPart = 0; bodyPart < parts.count; bodyPart++) {
    const part = parts.at + bodyPart * BODYPARTS.bytes;
    const models = reader.find(BODYPARTS.tables.modelindex, part);
    for (let model = 0; model < models.count; model++) {
      yield { at: models.at + model * MODEL.bytes, bodyPart, model };
    }
  }
}
