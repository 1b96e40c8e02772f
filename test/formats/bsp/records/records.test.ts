/** The catalogue of records, held to records that are stated apart from it: as readers, lists, writers and conversion take them. */

import { describe, expect, it } from "vitest";
import { readRecords } from "../../../../src/formats/binary/read-records.ts";
import type { ColumnArray, RecordLayout } from "../../../../src/formats/binary/record-layout.ts";
import { writeRecords } from "../../../../src/formats/binary/write-records.ts";
import { DIALECTS } from "../../../../src/formats/bsp/detect-dialect.ts";
import { type Dialect, STANDARD } from "../../../../src/formats/bsp/dialect.ts";
import type { LumpName } from "../../../../src/formats/bsp/lumps.ts";
import { parseBspHeader } from "../../../../src/formats/bsp/parse-bsp-header.ts";
import { LumpReader } from "../../../../src/formats/bsp/read/lump-reader.ts";
import { parseStaticProps } from "../../../../src/formats/bsp/read/parse-static-props.ts";
import { type LumpRecord, whole } from "../../../../src/formats/bsp/records/record.ts";
import { staticPropTables } from "../../../../src/formats/bsp/tables/game-lump-tables.ts";
import { nameLump, recordsOf } from "../../../../src/formats/bsp/tables/lump-structs.ts";
import { readLumpTables } from "../../../../src/formats/bsp/tables/read-lump-tables.ts";
import { wholeBytes } from "../../../../src/formats/bsp/whole-bytes.ts";
import { convertStaticProps } from "../../../../src/formats/bsp/write/convert/convert-game-lumps.ts";
import { convertLump } from "../../../../src/formats/bsp/write/convert/convert-lump.ts";
import { splitStaticProps } from "../../../../src/formats/bsp/write/convert/static-prop-forms.ts";
import { CONVERT_TARGETS } from "../../../../src/formats/bsp/write/convert/targets.ts";
import { ByteWriter } from "../byte-writer.ts";
import { assembleBsp, makeBspLumps } from "../make-bsp.ts";
import { DIALECT_STATED, STATED, STATIC_PROPS_STATED } from "./stated-records.ts";

const ROWS = 3;
const SIZE: Readonly<Record<string, number>> = { B: 1, b: 1, H: 2, h: 2, I: 4, i: 4, f: 4 };

interface Field {
  readonly name: string;
  /** null: readers do not take it. */
  readonly column: string | null;
  readonly count: number;
  readonly type: string;
  readonly at: number;
}
type Row = Readonly<Record<string, readonly number[]>>;

function parseFields(text: string): Field[] {
  let at = 0;
  return text.split(/\s+/).map((word) => {
    const [, name, column, count, type] = /^(\w+)(>\w*)?:(\d*)([BbHhIif])$/.exec(word)!;
    const field = { name, column: column ? column.slice(1) || name : null, type, at };
    at += Number(count || 1) * SIZE[type];
    return { ...field, count: Number(count || 1) };
  });
}
const sizeOf = (fields: readonly Field[]) =>
  fields.reduce((sum, { count, type }) => sum + count * SIZE[type], 0);

/** Numbers unlike their neighbours', with the highest bit of each type in use; or such as every type holds. */
function makeRows(fields: readonly Field[], isSmall: boolean): Row[] {
  let next = 1;
  const value = (type: string) => {
    next = (next * 5 + 3) % 127;
    const high = isSmall || next % 2 === 0 ? 0 : 1;
    if (type === "f") return isSmall ? next : next / 4 - 16;
    if (type === "B") return next + high * 128;
    if (type === "H") return next + high * 0x8100;
    if (type === "I") return next + high * 0x81020000;
    return high ? -next - 1 : next;
  };
  return Array.from({ length: ROWS }, () =>
    Object.fromEntries(
      fields.map(({ name, count, type }) => [
        name,
        Array.from({ length: count }, () => value(type)),
      ]),
    ),
  );
}

const SETTERS = {
  B: "Uint8",
  b: "Int8",
  H: "Uint16",
  h: "Int16",
  I: "Uint32",
  i: "Int32",
  f: "Float32",
} as const;

function writeRows(rows: readonly Row[], fields: readonly Field[]): Uint8Array {
  const size = sizeOf(fields);
  const view = new DataView(new ArrayBuffer(rows.length * size));
  for (const [i, row] of rows.entries()) {
    for (const { name, type, at } of fields) {
      const put = `set${SETTERS[type as "B"]}` as "setUint16";
      for (const [k, each] of row[name].entries())
        view[put](i * size + at + k * SIZE[type], each, true);
    }
  }
  return new Uint8Array(view.buffer);
}

function readRows(bytes: Uint8Array, fields: readonly Field[], little = true): Row[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const size = sizeOf(fields);
  return Array.from({ length: bytes.length / size }, (_, i) =>
    Object.fromEntries(
      fields.map(({ name, count, type, at }) => {
        const take = `get${SETTERS[type as "B"]}` as "getUint16";
        const place = i * size + at;
        const numbers = Array.from({ length: count }, (_, k) =>
          view[take](place + k * SIZE[type], little),
        );
        return [name, numbers];
      }),
    ),
  );
}

/** A map with one such lump, as a map of the dialect is read. */
function openWith(
  slot: LumpName,
  version: number,
  bytes: Uint8Array,
  mapVersion: number,
  dialect: Dialect,
) {
  const options = { version: mapVersion } as object;
  const lumps = makeBspLumps(options);
  lumps.set(slot, { version, bytes });
  const file = assembleBsp(lumps, options);
  const header = { ...parseBspHeader(file), dialect };
  return { header, lumps: new LumpReader(wholeBytes(file), header) };
}

/** Columns that readers take, value for value; what a form lacks is 0. */
function expectColumns(
  table: Readonly<Record<string, unknown>>,
  rows: readonly Row[],
  fields: readonly Field[],
  where: string,
) {
  for (const [name, values] of Object.entries(table)) {
    if (name === "count") continue;
    const column = values as ColumnArray;
    const first = fields.findIndex((field) => field.column === name);
    const arity = column.length / rows.length;
    const expected = rows.flatMap((row) => {
      if (first < 0) return new Array(arity).fill(0);
      const numbers = fields.slice(first).flatMap((field) => row[field.name]);
      const { type } = fields[first];
      const isUnsigned = column instanceof Uint32Array;
      const bits = (value: number) =>
        isUnsigned ? (type === "h" ? value & 0xffff : value >>> 0) : value;
      return numbers.slice(0, arity).map(bits);
    });
    expect([...column], `${where} ${name}`).toEqual(expected);
  }
  const taken = fields.flatMap(({ column }) => (column === null ? [] : [column]));
  expect(Object.keys(table), where).toEqual(expect.arrayContaining(taken));
}

/** Every field by its name in Valve's headers. */
function expectFields(row: Readonly<Record<string, unknown>>, stated: Row, where: string) {
  for (const [name, numbers] of Object.entries(stated)) {
    if (name.startsWith("pad")) continue;
    const found = [row[name]].flat(2) as number[];
    // A colour's last byte is an exponent below 0 in words.
    const plain = name === "avgLightColor" ? found.map((value) => value & 0xff) : found;
    expect(plain, `${where} ${name}`).toEqual(numbers);
  }
}

function expectWritten(
  record: LumpRecord<object>,
  bytes: Uint8Array,
  fields: readonly Field[],
  where: string,
) {
  const layout = whole(record) as unknown as RecordLayout<Record<string, ColumnArray>>;
  const written = readRows(writeRecords(readRecords(bytes, layout, true), layout), fields);
  const stated = readRows(bytes, fields);
  const specs = record.specs as Readonly<Record<string, { readonly arity?: number } | undefined>>;
  for (const [i, row] of written.entries()) {
    for (const { name, count } of fields) {
      const spec = specs[name];
      if (spec === undefined) continue;
      const arity = Math.min(spec.arity ?? count, count);
      expect(row[name].slice(0, arity), `${where} ${name}`).toEqual(
        stated[i][name].slice(0, arity),
      );
    }
  }
}

/** Fields that `record-fixes.ts` changes between two forms, which has tests of its own. */
const FIXED: readonly string[] = [
  ...["numPrims", "styles", "avgLightColor", "day", "night", "areaFlags", "mins", "maxs", "tint"],
  ...["edgeNeighbors", "cornerNeighbors", "faceCountAndRenderOrder", "dispTriStart", "area"],
];

function expectConverted(
  slot: LumpName,
  version: number,
  fields: readonly Field[],
  mapVersion: number,
  dialect: Dialect,
) {
  const none = (count: number) => new Array<number>(count).fill(0);
  const rows = makeRows(fields, true).map(({ edgeNeighbors, cornerNeighbors, ...row }) => ({
    ...row,
    ...(edgeNeighbors && { edgeNeighbors: none(edgeNeighbors.length) }),
    ...(cornerNeighbors && { cornerNeighbors: none(cornerNeighbors.length) }),
  })) as readonly Row[];
  const bytes = writeRows(rows, fields);
  const { header, lumps } = openWith(slot, version, bytes, mapVersion, dialect);
  for (const [name, target] of Object.entries(CONVERT_TARGETS)) {
    const where = `${slot} ${version} to ${name}`;
    const made = convertLump(slot, bytes, {
      lumps,
      source: header,
      target,
      hasFaceBrushes: false,
      leafCubes: null,
      lightOffsets: new Map(),
    });
    // The target has another lump in this slot. `convertMap` leaves such lumps out.
    if (nameLump(slot, mapVersion, false) !== nameLump(slot, target.version, false)) {
      expect([made.version, made.bytes.length, made.losses], where).toEqual([
        ...[version, bytes.length, []],
      ]);
      continue;
    }
    if (slot === "LUMP_LEAFS") expect(made.version, where).toBe(target.leafVersion);
    // A lump without another form keeps its own.
    const forms = STATED.filter(
      (each) => each.slot === slot && each.lumpVersions.includes(made.version),
    ).map((each) => parseFields(each.fields));
    const there =
      forms.find((form) => ROWS * sizeOf(form) === made.bytes.length) ??
      (made.version === version ? fields : []);
    expect(made.bytes.length, where).toBe(ROWS * sizeOf(there));
    for (const [i, row] of readRows(made.bytes, there, target.endian === "little").entries()) {
      for (const field of there) {
        if (FIXED.includes(field.name) || field.name.startsWith("pad")) continue;
        // Sides of version 20 on a PC have no `thin`.
        if (field.name === "thin" && rows[i].thin !== undefined && row.thin[0] === 0) continue;
        const expected = rows[i][field.name] ?? none(field.count);
        expect(row[field.name], `${where} ${field.name}`).toEqual(expected);
      }
    }
  }
}

function expectRecord(
  slot: LumpName,
  version: number,
  text: string,
  mapVersion: number,
  dialect: Dialect,
  name?: string,
) {
  const fields = parseFields(text);
  const where = `${dialect.name} ${slot} ${version}`;
  const rows = makeRows(fields, false);
  const bytes = writeRows(rows, fields);
  const { header, lumps } = openWith(slot, version, bytes, mapVersion, dialect);
  const records = recordsOf(slot, mapVersion, false);
  const record = lumps.layout(slot, records);
  expect(record.bytes, where).toBe(sizeOf(fields));
  expectColumns(lumps.table(slot, records as never), rows, fields, where);
  const [table] = readLumpTables(lumps, slot, header);
  expect([table.count, table.recordBytes], where).toEqual([ROWS, sizeOf(fields)]);
  if (name !== undefined) expect(table.name).toBe(name);
  for (const [i, row] of rows.entries()) expectFields(table.row(i), row, where);
  expectWritten(record, bytes, fields, where);
  expectConverted(slot, version, fields, mapVersion, dialect);
}

describe("every record of the catalogue, field by field", () => {
  it.each(STATED)(
    "$slot $lumpVersions $name",
    ({ slot, mapVersion, lumpVersions, name, fields }) => {
      for (const version of lumpVersions) {
        expectRecord(slot, version, fields, mapVersion, STANDARD, name);
      }
    },
  );

  it.each(DIALECT_STATED)("of %s: %s %s", (name, slot, lumpVersions, fields) => {
    const dialect = DIALECTS.find((each) => each.name === name)!;
    for (const version of lumpVersions) expectRecord(slot, version, fields, 20, dialect);
  });

  it("is stated, in every lump and dialect", () => {
    const known = (dialect: Dialect) =>
      Object.entries(dialect.layouts)
        .flatMap(([slot, records]) => records.map((record) => [slot, record] as const))
        .filter(([slot, record]) => !recordsOf(slot as LumpName, 20, false).includes(record))
        .map(([slot, { bytes, lumpVersions }]) => [dialect.name, slot, lumpVersions, bytes].join());
    const stated = DIALECT_STATED.map(([name, slot, lumpVersions, fields]) =>
      [name, slot, lumpVersions, sizeOf(parseFields(fields))].join(),
    );
    // Lumps with the records of another one.
    const first = (line: string) => line.replace("_HDR", "").replace("ORIGINALFACES", "FACES");
    const alike = (line: string) => first(line).replace("LEAFBRUSHES", "LEAFFACES");
    const all = new Set(DIALECTS.flatMap(known).map(alike));
    expect(new Set(stated.map(alike))).toEqual(all);
  });
});

const VALID: Readonly<Record<string, number>> = {
  ...{ propType: 0, firstLeaf: 0, leafCount: 1, disableX360: 1, uniformScale: 2.5, scale: 2.5 },
  ...{ lightmapResolutionX: 32, lightmapResolutionY: 64 },
};

describe("every record of static props, field by field", () => {
  const cases = STATIC_PROPS_STATED.flatMap(([versions, text]) =>
    versions.map((version) => [version, sizeOf(parseFields(text)), text] as const),
  );
  it.each(cases)("version %i, %i bytes", (version, size, text) => {
    const fields = parseFields(text);
    const isScaled = fields.some(({ name, count }) => name === "unknown" && count === 8);
    const rows = makeRows(fields, true).map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, numbers]) => [
          name,
          numbers.map((value) => VALID[name] ?? (name === "flagsEx" ? value & 7 : value)),
        ]),
      ),
    );
    const mapVersion = version >= 12 ? 25 : 20;
    const out = new ByteWriter().i32(1).text("models/crate.mdl", 128).i32(1);
    if (mapVersion === 25) out.i32(0);
    else out.i16(0);
    if (isScaled) out.i32(0);
    const bytes = out.i32(ROWS).bytes(writeRows(rows, fields)).done();
    const context = {
      littleEndian: true,
      leafIndexBytes: mapVersion === 25 ? 4 : 2,
      leafCount: 1,
      hasPropScales: isScaled,
    } as const;
    const where = `version ${version} of ${size}`;
    const props = parseStaticProps(bytes, version, context);
    const { version: _, recordBytes, modelName, leaf, flags, ...columns } = props;
    expect([recordBytes, modelName.length, leaf.length]).toEqual([size, 1, 1]);
    const expectedFlags = rows.map((row) => row.flags[0] | ((row.flagsEx?.[0] ?? 0) << 8));
    expect([...flags], where).toEqual(expectedFlags);
    const read = fields.filter(({ name }) => name !== "flags" && name !== "flagsEx");
    const defaults = { forcedFadeScale: 1, diffuseModulation: 255, uniformScale: 1 } as const;
    const stated = { ...columns } as Record<string, unknown>;
    for (const [name, value] of Object.entries(defaults)) {
      if (read.some(({ column }) => column === name)) continue;
      expect(new Set(stated[name] as Float32Array), `${where} ${name}`).toEqual(new Set([value]));
      delete stated[name];
    }
    expectColumns(stated, rows, read, where);

    const source = { bytes, props, mapVersion, littleEndian: true, hasPropScales: isScaled };
    const table = staticPropTables(source).at(-1)!;
    for (const [i, { targetName, ...row }] of rows.entries()) {
      expectFields(table.row(i), row, where);
      expect("targetName" in table.row(i)).toBe(targetName !== undefined);
    }

    const parts = splitStaticProps(bytes, version, mapVersion, true, isScaled);
    for (const form of Object.values(CONVERT_TARGETS).flatMap((target) => target.staticProps)) {
      const made = convertStaticProps(parts, form).bytes;
      const there = STATIC_PROPS_STATED.find(
        ([versions, fieldsThere]) =>
          versions.includes(form.version) && sizeOf(parseFields(fieldsThere)) === form.recordBytes,
      )!;
      const records = made.subarray(made.length - ROWS * form.recordBytes);
      const fieldsThere = parseFields(there[1]);
      for (const [i, row] of readRows(records, fieldsThere).entries()) {
        for (const { name } of fieldsThere) {
          const isMeant = rows[i][name] !== undefined && !name.startsWith("pad");
          // Nothing public says where Dear Esther's lighting origins stand.
          if (!isMeant || name.startsWith("flags")) continue;
          expect(row[name], `${where} to ${form.version} ${name}`).toEqual(rows[i][name]);
        }
      }
    }
  });
});
