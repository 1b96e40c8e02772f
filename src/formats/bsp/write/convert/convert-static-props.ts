/** The game lump `sprp` in another version. Records: BSPSource and bsp_tool, which name their fields. */

import { concatBytes, encodeInt32 } from "../../../binary/encode-bytes.ts";
import { readRecords } from "../../../binary/read-records.ts";
import type { ColumnArray, RecordLayout } from "../../../binary/record-layout.ts";
import {
  f32,
  i32,
  type StructColumns,
  type StructField,
  struct,
  u8,
  u16,
  u32,
} from "../../../binary/struct.ts";
import { bspError } from "../../bsp-error.ts";
import { CountedRecords } from "../../read/counted-records.ts";
import { type RecordColumns, writeColumns } from "./convert-records.ts";
import type { PropForm } from "./targets.ts";

const SPRP = "game lump sprp";
const NAME_BYTES = 128;
/** From this version on indices of leafs have 32 bits. */
const WIDE_LEAFS_SINCE = 12;

type Fields = Readonly<Record<string, StructField>>;
const place: Fields = {
  origin: f32(3),
  angles: f32(3),
  propType: u16(),
  firstLeaf: u16(),
  leafCount: u16(),
  solid: u8(),
};
const looks: Fields = {
  skin: i32(),
  fadeMinDist: f32(),
  fadeMaxDist: f32(),
  lightingOrigin: f32(3),
};
const V4: Fields = { ...place, flags: u8(), ...looks };
const V5: Fields = { ...V4, forcedFadeScale: f32() };
const V6: Fields = { ...V5, dxLevels: u16(2) };
const V7: Fields = { ...V6, diffuseModulation: u8(4) };
const V8: Fields = { ...V5, systemLevels: u8(4), diffuseModulation: u8(4) };
const V9: Fields = { ...V8, disableX360: u8(), pad: u8(3) };
const V10: Fields = { ...V9, flagsEx: u32() };
const V11: Fields = { ...V10, uniformScale: f32() };
const V13: Fields = { ...V10, scale: f32(3) };
const SDK_2013: Fields = {
  ...place,
  pad: u8(),
  ...looks,
  forcedFadeScale: f32(),
  dxLevels: u16(2),
  wideFlags: u32(),
  lightmapResolution: u16(2),
};

/** By version and size: games use one version number for several records. */
const FORMS: readonly (readonly [version: number, layout: RecordLayout<StructColumns>])[] = (
  [
    [4, V4],
    [5, V5],
    [6, V6],
    [7, V7],
    [7, SDK_2013],
    [8, V8],
    [9, V9],
    [10, SDK_2013],
    [10, V10],
    [11, V11],
    [12, V11],
    [13, V13],
  ] as const
).map(([version, fields]) => [version, struct(fields)]);

export interface StaticPropParts {
  readonly version: number;
  readonly names: Uint8Array;
  readonly leafs: Uint8Array;
  readonly isWideLeafs: boolean;
  readonly records: Uint8Array;
  readonly count: number;
  /** null where no record of this version has such a size, or there is no prop. */
  readonly layout: RecordLayout<StructColumns> | null;
}

/** Throws FormatError (BSP). @param mapVersion 25 has 32-bit leafs whatever the lump's version */
export function splitStaticProps(
  bytes: Uint8Array,
  version: number,
  mapVersion: number,
  littleEndian: boolean,
): StaticPropParts {
  const lists = new CountedRecords(bytes, SPRP, littleEndian);
  const names = lists.take("models", NAME_BYTES);
  const isWideLeafs = mapVersion === 25 || version >= WIDE_LEAFS_SINCE;
  const leafs = lists.take("leaf indices", isWideLeafs ? 4 : 2);
  const count = lists.count("props", 1);
  const records = bytes.subarray(lists.at);
  const layout =
    count === 0
      ? null
      : (FORMS.find(([v, { bytes }]) => v === version && bytes * count === records.length)?.[1] ??
        null);
  return { version, names, leafs, isWideLeafs, records, count, layout };
}

/** Whether props may stay as they are in a target. */
export function isTakenAs({ version, count, layout }: StaticPropParts, forms: readonly PropForm[]) {
  return forms.some(
    (form) =>
      form.version === version &&
      (count === 0 || (layout !== null && layout.bytes === form.recordBytes)),
  );
}

export interface ConvertedProps {
  readonly bytes: Uint8Array;
  /** Fields that the form lacks, with the number of props that had something there. */
  readonly lost: ReadonlyMap<string, number>;
}

/**
 * Props in another form, little-endian.
 * @throws FormatError (BSP, `unsupported`) for records of no known form, and what does not fit the other's
 */
export function convertStaticProps(parts: StaticPropParts, form: PropForm): ConvertedProps {
  const { version, names, leafs, isWideLeafs, records, count, layout } = parts;
  const to = FORMS.find(([v, { bytes }]) => v === form.version && bytes === form.recordBytes)![1];
  if (layout === null && count > 0) {
    const expected = "props of a form that can be converted";
    const found = `${records.length / count} bytes a prop of version ${version}`;
    throw bspError("unsupported", SPRP, 0, expected, found);
  }
  const leaf = (isWide: boolean) => struct({ leaf: isWide ? u32() : u16() });
  const wanted = leaf(form.version >= WIDE_LEAFS_SINCE);
  const { count: leafCount, ...indices } = readRecords(leafs, leaf(isWideLeafs), true);
  const read = layout === null ? {} : readRecords(records, layout, true);
  const canonical = fillIn(read as RecordColumns, count);
  const bytes = concatBytes([
    encodeInt32(names.length / NAME_BYTES),
    names,
    encodeInt32(leafCount),
    writeColumns(indices as unknown as RecordColumns, leafCount, wanted, SPRP),
    encodeInt32(count),
    writeColumns(splitFlags(canonical, to), count, to, SPRP),
  ]);
  return { bytes, lost: listLost(canonical, count, to) };
}

/** What a prop has whose record has no such field. */
const DEFAULTS: Readonly<Record<string, readonly [arity: number, value: number]>> = {
  forcedFadeScale: [1, 1],
  dxLevels: [2, 0],
  systemLevels: [4, 0],
  diffuseModulation: [4, 255],
  disableX360: [1, 0],
  scale: [3, 1],
  lightmapResolution: [2, 0],
};

/** All fields of all forms: flags in one, scales of three axes. */
function fillIn(columns: RecordColumns, count: number): RecordColumns {
  const { flags, flagsEx, wideFlags, uniformScale, ...rest } = columns;
  const filled: Record<string, ColumnArray> = { ...rest };
  filled.wideFlags = wideFlags ?? new Uint32Array(count);
  for (let i = 0; i < count && flags; i++) {
    filled.wideFlags[i] = (flags[i] | ((flagsEx?.[i] ?? 0) << 8)) >>> 0;
  }
  if (uniformScale)
    filled.scale = Float32Array.from({ length: count * 3 }, (_, i) => uniformScale[(i / 3) | 0]);
  for (const [name, [arity, value]] of Object.entries(DEFAULTS)) {
    filled[name] ??= new Float32Array(count * arity).fill(value);
  }
  return filled;
}

function splitFlags(columns: RecordColumns, to: RecordLayout<StructColumns>): RecordColumns {
  const { wideFlags, scale } = columns;
  if ("wideFlags" in to.columns) return columns;
  return {
    ...columns,
    flags: Uint8Array.from(wideFlags, (value) => value & 0xff),
    flagsEx: Uint32Array.from(wideFlags, (value) => value >>> 8),
    uniformScale: Float32Array.from({ length: scale.length / 3 }, (_, i) => scale[i * 3]),
  };
}

function listLost(columns: RecordColumns, count: number, to: RecordLayout<StructColumns>) {
  const lost = new Map<string, number>();
  const has = (name: string) => name in to.columns;
  const note = (name: string, isLost: (prop: number) => boolean) => {
    let props = 0;
    for (let prop = 0; prop < count; prop++) if (isLost(prop)) props++;
    if (props > 0) lost.set(name, props);
  };
  for (const [name, [arity, value]] of Object.entries(DEFAULTS)) {
    if (has(name) || (name === "scale" && has("uniformScale"))) continue;
    const values = columns[name];
    note(name, (prop) => {
      for (let i = prop * arity; i < (prop + 1) * arity; i++) if (values[i] !== value) return true;
      return false;
    });
  }
  const { wideFlags, scale } = columns;
  if (!has("wideFlags") && !has("flagsEx")) note("flags above 8 bits", (i) => wideFlags[i] > 0xff);
  if (has("uniformScale")) {
    note("scale", (i) => scale[i * 3] !== scale[i * 3 + 1] || scale[i * 3] !== scale[i * 3 + 2]);
  }
  return lost;
}

/** The three lists in the other byte order; props of no known form are refused. Throws FormatError (BSP). */
export function layoutOfProps(parts: StaticPropParts): readonly [number, RecordLayout<object>][] {
  if (parts.layout === null && parts.count > 0) {
    const expected = "props of a form that can be swapped";
    throw bspError("unsupported", SPRP, 0, expected, `version ${parts.version}`);
  }
  const leaf = struct({ leaf: parts.isWideLeafs ? u32() : u16() });
  const names = struct({ name: u8(NAME_BYTES) });
  return [
    [parts.names.length, names],
    [parts.leafs.length, leaf],
    [parts.records.length, parts.layout ?? names],
  ];
}
