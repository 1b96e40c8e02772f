/** The catalogue of studio records, held to records that are stated apart from it. */

import { describe, expect, it } from "vitest";
import {
  recordNumbersPlugin,
  STUDIO_RECORDS,
  writeRecordNumbers,
} from "../../../../shaders/link/record-numbers.ts";
import { readRecords } from "../../../../src/formats/binary/read-records.ts";
import type { Column, RecordLayout } from "../../../../src/formats/binary/record-layout.ts";
import { writeRecords } from "../../../../src/formats/binary/write-records.ts";
import { ATTACHMENT } from "../../../../src/formats/studio/records/skeleton.ts";
import type {
  RecordTable,
  StudioField,
} from "../../../../src/formats/studio/records/studio-record.ts";
import { StudioWriter } from "../../../../src/formats/studio/write/studio-writer.ts";
import { STATED, STATED_TABLES, type StatedRecord } from "./stated-records.ts";

const ROWS = 3;
const TYPES = {
  B: { bytes: 1, type: "u8", put: "setUint8" },
  H: { bytes: 2, type: "u16", put: "setUint16" },
  h: { bytes: 2, type: "i16", put: "setInt16" },
  I: { bytes: 4, type: "u32", put: "setUint32" },
  i: { bytes: 4, type: "i32", put: "setInt32" },
  f: { bytes: 4, type: "f32", put: "setFloat32" },
} as const;

interface Field {
  readonly name: string;
  readonly count: number;
  readonly letter: keyof typeof TYPES;
  readonly at: number;
}

function parseFields(text: string): Field[] {
  let at = 0;
  return text.split(/\s+/).map((word) => {
    const [, name, digits, letter] = /^(\w+):(\d*)([BHhIif])$/.exec(word)!;
    const field = { name, count: Number(digits || 1), letter: letter as Field["letter"], at };
    at += field.count * TYPES[field.letter].bytes;
    return field;
  });
}

/** Numbers unlike their neighbours', with the highest bit of each type in use. */
function makeValues(fields: readonly Field[]): Map<string, number[]> {
  let next = 1;
  const value = (letter: string): number => {
    next = (next * 5 + 3) % 127;
    const high = next % 2;
    if (letter === "f") return next / 4 - 16;
    if (letter === "B") return next + high * 128;
    if (letter === "H") return next + high * 0x8100;
    if (letter === "I") return next + high * 0x81020000;
    return high === 1 ? -next - 1 : next;
  };
  return new Map(
    fields.map(({ name, count, letter }) => [
      name,
      Array.from({ length: count * ROWS }, () => value(letter)),
    ]),
  );
}

/** Writes records by the stated offsets alone. */
function writeStated({ bytes, fields }: StatedRecord): Uint8Array {
  const parsed = parseFields(fields);
  const values = makeValues(parsed);
  const view = new DataView(new ArrayBuffer(bytes * ROWS));
  for (let row = 0; row < ROWS; row++) {
    for (const { name, count, letter, at } of parsed) {
      const { bytes: size, put } = TYPES[letter];
      for (let k = 0; k < count; k++) {
        const value = values.get(name)![row * count + k];
        view[put](row * bytes + at + k * size, value, true);
      }
    }
  }
  return new Uint8Array(view.buffer);
}

const constants = Object.keys(STUDIO_RECORDS);

describe.each(STATED)("$constant: $name of $bytes bytes", (stated) => {
  const record = STUDIO_RECORDS[stated.constant];
  const fields = parseFields(stated.fields);

  it("has the stated fields at the stated offsets, with their types", () => {
    const { name, versions, bytes } = record;
    expect({ name, versions, bytes }).toEqual({
      name: stated.name,
      versions: stated.versions,
      bytes: stated.bytes,
    });
    const found = Object.entries(record.fields).map(([field, { type, arity }]) => [
      ...[field, record.at[field], type, arity],
    ]);
    const expected = fields.map(({ name: field, at, letter, count }) => [
      ...[field, at, TYPES[letter].type, count],
    ]);
    expect(found).toEqual(expected);
  });

  it("is read and written field by field", () => {
    const bytes = writeStated(stated);
    const layout = record as unknown as RecordLayout<Record<string, Int32Array>>;
    const table = readRecords(bytes, layout, true);
    for (const [field, values] of makeValues(fields)) {
      expect([...table[field]], field).toEqual(values);
    }
    expect(writeRecords(table, layout)).toEqual(bytes);
    const out = new StudioWriter();
    for (let row = 0; row < ROWS; row++) {
      const values = Object.fromEntries(
        fields.map(({ name, count }) => [
          name,
          makeValues(fields)
            .get(name)!
            .slice(row * count, row * count + count),
        ]),
      );
      out.put(out.reserve(record.bytes, 1), record, values);
    }
    // The writer ends at a multiple of four bytes.
    expect(out.finish().subarray(0, bytes.length)).toEqual(bytes);
  });
});

describe("the catalogue", () => {
  it("is stated as a whole", () => {
    expect(STATED.map(({ constant }) => constant).sort()).toEqual([...constants].sort());
  });

  it("names records and count fields that exist", () => {
    const plain = [
      ...["text", "int", "short", "byte", "float", "Vector", "Quaternion", "RadianEuler"],
      ...["matrix3x4_t", "record of `proctype`", "values of all frames", "values of each frame"],
      ...["Vector48 and Quaternion64", "BGRA", "texels", "VTX", "VVD", "VVC", "PHY"],
    ];
    const names = new Set([
      ...constants.map((constant) => STUDIO_RECORDS[constant].name),
      ...plain,
    ]);
    for (const constant of constants) {
      const record = STUDIO_RECORDS[constant];
      for (const [field, { points }] of Object.entries(record.fields) as [string, StudioField][]) {
        if (points === undefined) continue;
        expect([...names], `${constant}.${field}`).toContain(points.to);
        for (const count of points.count?.split(" * ") ?? []) {
          expect(Object.keys(record.fields), `${constant}.${field}`).toContain(count);
        }
      }
    }
  });

  it("finds each table by its count and its offset", () => {
    const tables = constants.flatMap((constant) =>
      Object.values(STUDIO_RECORDS[constant].tables as Readonly<Record<string, RecordTable>>).map(
        ({ where, countAt, offsetAt, bytes }) => {
          const { fields } = STATED.find((each) => each.constant === constant)!;
          const nameAt = (at: number) => parseFields(fields).find((each) => each.at === at)?.name;
          return `${constant}: ${nameAt(countAt)} ${nameAt(offsetAt)} ${where} ${bytes}`;
        },
      ),
    );
    expect(tables.sort()).toEqual([...STATED_TABLES].sort());
  });
});

describe("builds", () => {
  const importing = 'import { BONE, MODEL } from "../records/skeleton.ts";\n';

  it("contain numbers in place of what readers take of records", () => {
    const code = (text: string) => writeRecordNumbers(importing + text).slice(importing.length);
    expect(code("a + BONE.bytes; at + BONE.at.parent; at + BONE.at.sznameindex;")).toBe(
      "a + 216; at + 4; at;",
    );
    expect(code("f + BONE.at.sznameindex / 4; [at + BONE.at.sznameindex]")).toBe("f + 0 / 4; [at]");
    expect(code("reader.i32(BONE.at.sznameindex), BONE.name")).toBe(
      'reader.i32(0), "mstudiobone_t"',
    );
    expect(code("MODEL.tables.meshindex")).toBe(
      '({ where: "mstudiomesh_t", countAt: 72, offsetAt: 76, bytes: 116 })',
    );
    expect(code("BONE.columns.pos")).toBe('({ at: 32, type: "f32", as: Float32Array, arity: 3 })');
  });

  it("keep other names, and those of records that a file does not import", () => {
    const code = "EYEBALL.bytes; BONE.at.none; BONE.fields.parent; MY_BONE.bytes; BONE.at[name];";
    expect(writeRecordNumbers(importing + code)).toBe(importing + code);
    const other = 'import { BONE } from "../../bsp/records/faces.ts";\nBONE.bytes;';
    expect(writeRecordNumbers(other)).toBe(other);
  });

  it("keep the catalogue itself", () => {
    const { filter } = recordNumbersPlugin().transform as unknown as { filter: { id: RegExp } };
    expect(filter.id.test("/visleaf/src/formats/studio/records/header.ts")).toBe(false);
    expect(filter.id.test("/visleaf/src/formats/bsp/read/lump-reader.ts")).toBe(false);
    expect(filter.id.test("/visleaf/src/formats/studio/read/parse-mdl.ts")).toBe(true);
  });

  it("read the same columns as the catalogue's", () => {
    const { columns } = ATTACHMENT;
    const column: Column = columns.local;
    expect(column).toEqual({ at: 12, type: "f32", as: Float32Array, arity: 12 });
  });
});
