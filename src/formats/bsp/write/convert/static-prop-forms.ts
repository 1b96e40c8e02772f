/** Which records of static props there are. Sources: BSPSource and bsp_tool, which name their fields. */

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
import { isOfCsgo } from "../../tables/props/static-prop-structs.ts";
import { takeZenoProps } from "../../tables/props/zeno-clash.ts";
import { CONVERT_TARGETS, type PropForm } from "./targets.ts";

export const SPRP = "game lump sprp";
export const PROP_NAME_BYTES = 128;
/** Indices of leafs have 32 bits in maps of this version, whatever that of the props, */
const WIDE_LEAFS_MAP = 25;
/** of which only those have props of this one and later that are written. */
export const WIDE_LEAFS_SINCE = 12;
const MESA_VERSION = 11;

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

/** Black Mesa's; nothing public says what the later one's flags mean. */
const MESA: Fields = { ...SDK_2013, diffuseModulation: u8(4) };
const LATER_MESA: Fields = { ...MESA, unknownFlags: u32() };
/** What nothing public names has names of its own, so that it is told of and not taken for another's. */
const DEAR_ESTHER: Fields = {
  ...place,
  ...{ flags: u8(), unknown: u32(), skin: i32(), fadeMinDist: f32(), fadeMaxDist: f32() },
  ...{ unknownOrigin: u8(12), forcedFadeScale: f32(), systemLevels: u8(4), unknownByte: u8() },
  ...{ diffuseModulation: u8(4), unknownEnd: u8(3) },
};

/** By version and size, the first: games use one version number for several records. */
const FORMS: readonly (readonly [version: number, layout: RecordLayout<StructColumns>])[] = (
  [
    [4, V4],
    [5, V5],
    [6, V6],
    [7, V7],
    [7, SDK_2013],
    [8, V8],
    [8, V9],
    [9, V9],
    [9, DEAR_ESTHER],
    [10, SDK_2013],
    [10, V10],
    [11, MESA],
    [11, V11],
    [12, V11],
    [13, V13],
    // The Ship, Bloody Good Time, and Dark Messiah's single player.
    [5, { ...V5, targetName: u8(128) }],
    [6, { ...V6, targetName: u8(128) }],
    [6, { ...V6, unknown: u8(72) }],
  ] as const
).map(([version, fields]) => [version, struct(fields)]);
/** Of Vindictus from version 6 on, by their size alone; the longest are of 2025. */
const SCALED_FORMS = [V5, V6, { ...V6, unknown: u8(8) }].map(struct);
const OF_MESA = struct(LATER_MESA);
const OF_ZENO_CLASH = struct({ ...V6, unknown: u32() });
const PROP_SCALE = struct({ prop: u32(), scale: f32(3) });

export interface PropScales {
  readonly count: number;
  readonly prop: ColumnArray;
  readonly scale: ColumnArray;
}

export interface StaticPropParts {
  readonly version: number;
  readonly names: Uint8Array;
  readonly leafs: Uint8Array;
  readonly isWideLeafs: boolean;
  readonly records: Uint8Array;
  readonly count: number;
  /** Of props by rows, three axes each; null where the map's dialect has no such list. */
  readonly scales: PropScales | null;
  /** Names in Zeno Clash's second list, which no other game has. */
  readonly paths: number;
  /** null where no record of this version has such a size, or there is no prop. */
  readonly layout: RecordLayout<StructColumns> | null;
}

/** Throws FormatError (BSP). */
export function splitStaticProps(
  stored: Uint8Array,
  version: number,
  mapVersion: number,
  littleEndian: boolean,
  hasScales = false,
): StaticPropParts {
  const zeno = takeZenoProps(stored, version, littleEndian);
  const bytes = zeno?.bytes ?? stored;
  const lists = new CountedRecords(bytes, SPRP, littleEndian);
  const names = lists.take("models", PROP_NAME_BYTES);
  const isWideLeafs = mapVersion === WIDE_LEAFS_MAP;
  const leafs = lists.take("leaf indices", isWideLeafs ? 4 : 2);
  const isScaled = hasScales && version > 5;
  const scales = isScaled
    ? (readRecords(lists.take("scales", PROP_SCALE.bytes), PROP_SCALE, littleEndian) as never)
    : null;
  const count = lists.count("props", 1);
  const records = bytes.subarray(lists.at);
  const forms = isScaled
    ? SCALED_FORMS
    : FORMS.filter(([own]) => own === version).map(([, layout]) => layout);
  const fits = forms.find(({ bytes }) => count > 0 && bytes * count === records.length) ?? null;
  const layout = zeno ? OF_ZENO_CLASH : tellMesa(fits, version, records, littleEndian);
  const paths = (zeno?.paths.length ?? 0) / PROP_NAME_BYTES;
  return { version, names, leafs, isWideLeafs, records, count, scales, paths, layout };
}

/** Version 11 of 80 bytes is CS:GO's or Black Mesa's. */
function tellMesa(
  layout: RecordLayout<StructColumns> | null,
  version: number,
  records: Uint8Array,
  littleEndian: boolean,
): RecordLayout<StructColumns> | null {
  if (version !== MESA_VERSION || layout?.bytes !== OF_MESA.bytes) return layout;
  return isOfCsgo(records, littleEndian) ? layout : OF_MESA;
}

/** Whether props may stay as they are in a target. */
export function isTakenAs(
  { version, count, layout, scales, paths }: StaticPropParts,
  forms: readonly PropForm[],
) {
  if (scales !== null || paths > 0 || isOfOneGame(layout)) return false;
  return forms.some(
    (form) =>
      form.version === version &&
      (count === 0 || (layout !== null && layout.bytes === form.recordBytes)),
  );
}

/** Whose version and size another game's have, too. */
const isOfOneGame = (layout: StaticPropParts["layout"]): boolean =>
  layout === OF_ZENO_CLASH || layout === OF_MESA;

/** Whether these are records that no target takes: those of one game. */
export const isOwn = (parts: StaticPropParts): boolean =>
  parts.layout !== null &&
  !Object.values(CONVERT_TARGETS).some(({ staticProps }) => isTakenAs(parts, staticProps));

/** Of a leaf's index. */
export const leafLayout = (isWide: boolean) => struct({ leaf: isWide ? u32() : u16() });

/** Of a form that a target names. */
export const recordsOfForm = ({ version, recordBytes }: PropForm): RecordLayout<StructColumns> =>
  FORMS.find(([v, { bytes }]) => v === version && bytes === recordBytes)![1];

/** The three lists in the other byte order; props of no known form are refused. Throws FormatError (BSP). */
export function layoutOfProps(parts: StaticPropParts): readonly [number, RecordLayout<object>][] {
  if (parts.layout === null && parts.count > 0) {
    const expected = "props of a form that can be swapped";
    throw bspError("unsupported", SPRP, 0, expected, `version ${parts.version}`);
  }
  const names = struct({ name: u8(PROP_NAME_BYTES) });
  return [
    [parts.names.length, names],
    [parts.leafs.length, leafLayout(parts.isWideLeafs)],
    [parts.records.length, parts.layout ?? names],
  ];
}
