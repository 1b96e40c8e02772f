import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRecords } from "../../../src/formats/binary/read-records.ts";
import type {
  Column,
  ColumnArray,
  RecordLayout,
  ScalarType,
} from "../../../src/formats/binary/record-layout.ts";
import { SCALAR_BYTES } from "../../../src/formats/binary/record-layout.ts";
import { writeRecords } from "../../../src/formats/binary/write-records.ts";
import * as detailProps from "../../../src/formats/bsp/records/detail-props.ts";
import { type LumpRecord, whole } from "../../../src/formats/bsp/records/record.ts";
import { RECORDS } from "../../../src/formats/bsp/records/slots.ts";

type AnyLayout = RecordLayout<Record<string, ColumnArray>>;

/** Every record of the catalogue, by the columns that writers need, and by all its fields. */
const LAYOUTS: [string, AnyLayout][] = Object.entries({ ...RECORDS, ...detailProps })
  .flatMap(([name, value]) => [value as unknown].flat().map((each, i) => [`${name} ${i}`, each]))
  .filter((pair): pair is [string, LumpRecord<object>] => typeof pair[1] === "object")
  .flatMap(([name, record]): [string, AnyLayout][] => [
    [name, whole(record as never)],
    [`fields of ${name}`, record.struct],
  ]);

const VALUES: Record<ScalarType, fc.Arbitrary<number>> = {
  u8: fc.integer({ min: 0, max: 0xff }),
  i8: fc.integer({ min: -0x80, max: 0x7f }),
  u16: fc.integer({ min: 0, max: 0xffff }),
  i16: fc.integer({ min: -0x8000, max: 0x7fff }),
  u32: fc.integer({ min: 0, max: 0xffffffff }),
  i32: fc.integer({ min: -0x80000000, max: 0x7fffffff }),
  f32: fc.float(),
};

function arbitraryColumn(count: number, column: Column): fc.Arbitrary<ColumnArray> {
  const length = count * (column.arity ?? 1);
  return fc.array(VALUES[column.type], { minLength: length, maxLength: length }).map((values) => {
    const array = new column.as(length);
    array.set(values);
    return array;
  });
}

const arbitraryTable = (layout: AnyLayout) =>
  fc.integer({ min: 0, max: 4 }).chain((count) => {
    const columns = Object.entries(layout.columns);
    const arbitraries = columns.map(([name, column]) => [name, arbitraryColumn(count, column)]);
    return fc
      .record(Object.fromEntries(arbitraries) as Record<string, fc.Arbitrary<ColumnArray>>)
      .map((table) => ({ count, ...table }));
  });

describe("writeRecords", () => {
  it("has more than 50 table layouts to check", () => {
    expect(LAYOUTS.length).toBeGreaterThan(50);
  });

  it.each(LAYOUTS)("%s reads back as it was written", (_, layout) => {
    fc.assert(
      fc.property(arbitraryTable(layout), (table) => {
        const bytes = writeRecords(table as never, layout);
        expect(bytes.length).toBe(table.count * layout.bytes);
        expect(readRecords(bytes, layout, true)).toEqual(table);
      }),
      { numRuns: 30 },
    );
  });

  it.each(LAYOUTS)("%s has no overlapping columns", (_, layout) => {
    const owner = new Array<string>(layout.bytes).fill("");
    for (const [name, { at, type, arity = 1 }] of Object.entries(layout.columns)) {
      const end = at + SCALAR_BYTES[type] * arity;
      expect(end, name).toBeLessThanOrEqual(layout.bytes);
      expect(owner.slice(at, end).join(""), name).toBe("");
      owner.fill(name, at, end);
    }
  });

  const EDGE: RecordLayout<{ value: Float32Array; wide: Uint32Array }> = {
    bytes: 8,
    columns: {
      value: { at: 0, type: "i16", as: Float32Array, arity: 2 },
      wide: { at: 4, type: "u16", as: Uint32Array },
    },
  };

  it("writes columns little-endian at their offsets and zeros the gaps", () => {
    const value = Float32Array.of(1, -2, 0x102, -0x8000);
    const bytes = writeRecords({ count: 2, value, wide: Uint32Array.of(0xffff, 3) }, EDGE);
    expect([...bytes]).toEqual([1, 0, 254, 255, 255, 255, 0, 0, 2, 1, 0, 128, 3, 0, 0, 0]);
  });

  it.each([
    ["too large", [0, 0], 0x10000, "column wide, row 0: 65536 does not fit u16"],
    ["too small", [0, -0x8001], 0, "column value, row 0: -32769 does not fit i16"],
    ["broken", [0.5, 0], 0, "column value, row 0: 0.5 does not fit i16"],
    ["no number", [0, Number.NaN], 0, "column value, row 0: NaN does not fit i16"],
  ])("refuses a value that is %s", (_, value, wide, message) => {
    const table = { count: 1, value: Float32Array.from(value), wide: Uint32Array.of(wide) };
    expect(() => writeRecords(table, EDGE)).toThrow(new RangeError(message));
  });

  it("refuses a column shorter than the row count", () => {
    const table = { count: 1, value: Float32Array.of(1), wide: Uint32Array.of(1) };
    expect(() => writeRecords(table, EDGE)).toThrow("column value: expected 2 values, found 1");
  });
});
