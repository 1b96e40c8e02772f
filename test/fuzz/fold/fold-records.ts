/** Mutations of a map's records: many of them name one range, counts grow, lists lie on each other. */

import type { Random } from "../../../src/compile/generate/random.ts";
import { readRecords } from "../../../src/formats/binary/read-records.ts";
import type { ColumnArray } from "../../../src/formats/binary/record-layout.ts";
import { writeRecords } from "../../../src/formats/binary/write-records.ts";
import type { LumpName } from "../../../src/formats/bsp/lumps.ts";
import type { Lump } from "../../../src/formats/bsp/write/write-bsp.ts";
import {
  encodeRuns,
  RUN_PROPERTIES,
  writeValveLzma,
} from "../../../src/formats/lzma/encode-lzma.ts";
import { packRuns } from "../../support/hostile/lzma-runs.ts";
import type { BspParts } from "./bsp-parts.ts";
import { foldWords } from "./fold-words.ts";
import { RECORD_TABLES, type RecordTable } from "./record-tables.ts";

/** A lump that is made to grow becomes no larger: small files are what is looked for. */
const MOST_BYTES = 1 << 21;
const MOST_UNPACKED_BYTES = 1 << 27;
const MOST_TRIES = 16;

/** Changes the parts, and says what it did; null where it has nothing to work on. */
type Fold = (parts: BspParts, random: Random) => string | null;

const FOLDS: readonly Fold[] = [
  multiplyLists,
  multiplyLists,
  multiplyLists,
  shareRange,
  spreadValue,
  repeatRecords,
  repeatRecords,
  repeatEntities,
  repeatProps,
  foldGameLump,
  shareLump,
  packLump,
];

/** One fold that finds something to work on, and what it did. */
export function foldRecords(parts: BspParts, random: Random): string {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const label = random.pick(FOLDS)(parts, random);
    if (label !== null) return label;
  }
  return "nothing";
}

type Columns = Record<string, ColumnArray> & { readonly count: number };

function edit(
  parts: BspParts,
  { lump, layout }: RecordTable,
  change: (columns: Columns) => void,
): boolean {
  const known = parts.lumps.get(lump);
  if (!known || known.bytes.length < layout.bytes || parts.unpackedBytes.has(lump)) return false;
  const columns = readRecords(known.bytes, layout, true) as Columns;
  change(columns);
  try {
    parts.lumps.set(lump, { ...known, bytes: writeRecords(columns, layout) });
    return true;
  } catch (error) {
    // A value that the record's field cannot hold is no map.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** All records, or every other, get one record's range, or the whole list. */
function shareRange(parts: BspParts, random: Random): string | null {
  const table = random.pick(RECORD_TABLES.filter(({ ranges }) => ranges.length > 0));
  const [first, count, of] = random.pick(table.ranges);
  const target = RECORD_TABLES.find(({ lump }) => lump === of);
  const length = parts.lumps.get(of)?.bytes.length ?? 0;
  const whole = Math.min(0xffff, Math.floor(length / (target?.layout.bytes ?? 2)));
  const isWhole = random.next() < 0.6;
  const step = random.pick([1, 1, 2]);
  const isDone = edit(parts, table, (columns) => {
    const row = random.index(columns.count);
    const range = isWhole ? [0, whole] : [columns[first][row], columns[count][row]];
    for (let i = 0; i < columns.count; i += step) {
      columns[first][i] = range[0];
      columns[count][i] = range[1];
    }
  });
  return isDone ? `${table.lump}: ${first}, ${count} of all are ${isWhole ? whole : "one"}` : null;
}

/** Records and the list that they name both grow, and every record names all of the list. */
function multiplyLists(parts: BspParts, random: Random): string | null {
  const table = random.pick(RECORD_TABLES.filter(({ ranges }) => ranges.length > 0));
  const [first, count, of] = random.pick(table.ranges);
  const target = RECORD_TABLES.find(({ lump }) => lump === of);
  const grown = [growTable(parts, table, random), target && growTable(parts, target, random)];
  const length = parts.lumps.get(of)?.bytes.length ?? 0;
  const whole = Math.min(0xffff, Math.floor(length / (target?.layout.bytes ?? 2)));
  const isDone = edit(parts, table, (columns) => {
    columns[first].fill(0);
    columns[count].fill(whole);
  });
  return isDone ? `${grown.join(", ")}; ${table.lump}: ${count} of all are ${whole}` : null;
}

/** Sets a column of all records to one record's value, or multiplies it. */
function spreadValue(parts: BspParts, random: Random): string | null {
  const table = random.pick(RECORD_TABLES.filter(({ values }) => values.length > 0));
  const column = random.pick(table.values);
  const factor = random.pick([0, 0, 2, 8, 64]);
  const isDone = edit(parts, table, (columns) => {
    const values = columns[column];
    const arity = values.length / columns.count;
    const row = random.index(columns.count);
    const kept = Array.from(values.subarray(row * arity, (row + 1) * arity));
    for (let i = 0; i < values.length; i++) {
      values[i] = factor === 0 ? kept[i % arity] : values[i] * factor;
    }
  });
  return isDone ? `${table.lump}: ${column} of all times ${factor || "one"}` : null;
}

/** A table gets many copies of one of its records, or of all. */
function repeatRecords(parts: BspParts, random: Random): string | null {
  return growTable(parts, random.pick(RECORD_TABLES), random);
}

function growTable(parts: BspParts, { lump, layout }: RecordTable, random: Random): string | null {
  const known = parts.lumps.get(lump);
  if (!known || known.bytes.length < layout.bytes || parts.unpackedBytes.has(lump)) return null;
  const rows = Math.floor(known.bytes.length / layout.bytes);
  const row = random.index(rows);
  const isWhole = random.next() < 0.3;
  const [first, end] = isWhole ? [0, rows] : [row, row + 1];
  const record = known.bytes.slice(first * layout.bytes, end * layout.bytes);
  const count = pickCount(random, MOST_BYTES / record.length);
  parts.lumps.set(lump, { ...known, bytes: repeat(known.bytes, record, count) });
  // The world shows the faces that it has.
  const models = RECORD_TABLES.find((table) => table.lump === "LUMP_MODELS");
  if (lump === "LUMP_FACES" && models) {
    const total = Math.min(rows + count * (end - first), 0xffff);
    edit(parts, models, ({ faceCount }) => {
      faceCount[0] = total;
    });
  }
  return `${lump}: ${count} times ${isWhole ? "all records" : "a record"} more`;
}

/** 1 to `most`, small and large ones alike. */
function pickCount(random: Random, most: number): number {
  return Math.max(1, Math.floor(2 ** random.between(0, Math.log2(Math.max(1, most)))));
}

function repeat(bytes: Uint8Array, more: Uint8Array, count: number): Uint8Array {
  const out = new Uint8Array(bytes.length + more.length * count);
  out.set(bytes);
  for (let i = 0; i < count; i++) out.set(more, bytes.length + i * more.length);
  return out;
}

/** An entity of the map, some thousand times. */
function repeatEntities(parts: BspParts, random: Random): string | null {
  const known = parts.lumps.get("LUMP_ENTITIES");
  if (!known || parts.unpackedBytes.has("LUMP_ENTITIES")) return null;
  const text = new TextDecoder().decode(known.bytes).replace(/\0$/, "");
  const entities = text.split(/(?<=\n\}\n)/);
  const entity = random.pick(entities);
  const count = pickCount(random, MOST_BYTES / (entity.length + 1));
  const bytes = new TextEncoder().encode(`${text}${entity.repeat(count)}\0`);
  parts.lumps.set("LUMP_ENTITIES", { ...known, bytes });
  return `LUMP_ENTITIES: ${count} times an entity more`;
}

/** The last static prop, some thousand times. */
function repeatProps(parts: BspParts, random: Random): string | null {
  const known = parts.gameLumps.get("sprp");
  if (!known) return null;
  const data = new DataView(known.bytes.buffer, known.bytes.byteOffset, known.bytes.byteLength);
  const int = (at: number) => (at >= 0 && at + 4 < data.byteLength ? data.getInt32(at, true) : -1);
  const leafsAt = 4 + int(0) * 128;
  const countAt = leafsAt + 4 + int(leafsAt) * 2;
  const count = int(countAt);
  // An earlier step may have left no sound lump.
  if (count < 1) return null;
  const recordBytes = Math.floor((known.bytes.length - countAt - 4) / count);
  const record = known.bytes.slice(countAt + 4, countAt + 4 + recordBytes);
  if (record.length === 0) return null;
  const more = pickCount(random, MOST_BYTES / record.length);
  const bytes = repeat(known.bytes, record, more);
  new DataView(bytes.buffer).setInt32(countAt, count + more, true);
  parts.gameLumps.set("sprp", { ...known, bytes });
  return `sprp: ${more} props more`;
}

function foldGameLump(parts: BspParts, random: Random): string | null {
  if (parts.gameLumps.size === 0) return null;
  const id = random.pick([...parts.gameLumps.keys()]);
  const known = parts.gameLumps.get(id)!;
  const folded = foldWords(known.bytes, random);
  parts.gameLumps.set(id, { ...known, bytes: folded.bytes });
  return `${id}: ${folded.label}`;
}

/** Two entries of the directory name the same bytes. */
function shareLump(parts: BspParts, random: Random): string | null {
  const names = [...parts.lumps.keys()];
  const [name, other] = [random.pick(names), random.pick(names)];
  if (name === other) return null;
  parts.sharedWith.set(name, other);
  return `${name} lies on ${other}`;
}

/** A lump is packed; or it becomes one of its records, over and over, which packs to nothing. */
function packLump(parts: BspParts, random: Random): string | null {
  const small = [...parts.lumps].filter(
    ([name, { bytes }]) =>
      name !== "LUMP_PAKFILE" && bytes.length < 50_000 && !parts.unpackedBytes.has(name),
  );
  if (small.length === 0) return null;
  const [name, lump] = random.pick(small);
  if (random.next() < 0.4) {
    const data = encodeRuns(lump.bytes, Number.POSITIVE_INFINITY)!;
    const packed = writeValveLzma(RUN_PROPERTIES, data, lump.bytes.length);
    putPacked(parts, name, lump, packed, lump.bytes.length);
    return `${name}: packed`;
  }
  const layout = RECORD_TABLES.find((table) => table.lump === name)?.layout;
  const size = Math.min(layout?.bytes ?? random.pick([2, 4, 8, 28]), 128, lump.bytes.length);
  if (size < 2) return null;
  const rows = Math.floor(2 ** random.between(10, Math.log2(MOST_UNPACKED_BYTES / size)));
  const byteLength = Math.max(rows, 8) * size;
  const at = random.index(Math.max(1, Math.floor(lump.bytes.length / size))) * size;
  const pattern = lump.bytes.slice(at, at + size);
  if (pattern.length < size) return null;
  putPacked(parts, name, lump, packRuns(new Uint8Array(0), pattern, byteLength), byteLength);
  return `${name}: ${rows} times ${size} bytes, packed`;
}

function putPacked(
  parts: BspParts,
  name: LumpName,
  lump: Lump,
  bytes: Uint8Array,
  byteLength: number,
): void {
  parts.lumps.set(name, { ...lump, bytes });
  parts.unpackedBytes.set(name, byteLength);
}
