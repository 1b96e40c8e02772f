/**
 * Records of static props by version and size, because games share version numbers. Sources:
 * Valve's public `gamebspfile.h` of Source SDK 2013 and of Alien Swarm, also for the field names;
 * for other games the public readers BSPSource and bsp_tool; for versions 12 and 13 Strata Source's
 * wiki.
 */

import { readRecords } from "../../binary/read-records.ts";
import { ABSENT, type Column, type ColumnArray } from "../../binary/record-layout.ts";
import { type Fields, f32, i32, type StructColumns, u8, u16, u32 } from "../../binary/struct.ts";
import type { StaticProps } from "../types.ts";
import { column, record, unread } from "./record.ts";

/** `STATIC_PROP_NAME_LENGTH`. */
export const STATIC_PROP_NAME_BYTES = 128;
/** First version with Vindictus' own record. Its longest form has 8 more bytes of unknown use. */
export const SCALED_VERSION = 6;

const COLUMNS = {
  origin: Float32Array,
  /** Degrees: pitch, yaw, roll. */
  angles: Float32Array,
  /** Row of the model names. */
  propType: column("model", Uint32Array),
  /** First row of the leafs, a list before the props. */
  firstLeaf: Uint32Array,
  leafCount: Uint32Array,
  solid: Uint8Array,
  flags: Uint32Array,
  skin: Int32Array,
  /** Inches. */
  fadeMinDist: Float32Array,
  fadeMaxDist: Float32Array,
  lightingOrigin: column("lightingOrigin", Float32Array, undefined, 3),
  forcedFadeScale: Float32Array,
  /** Minimum and maximum level. */
  minDXLevel: column("dxLevels", Uint16Array, undefined, 2),
  /** Minimum and maximum level of the CPU, then of the GPU. */
  minCPULevel: column("systemLevels", Uint8Array, undefined, 4),
  diffuseModulation: column("diffuseModulation", Uint8Array, undefined, 4),
  /** Flags beyond the eight bits of `flags`. */
  flagsEx: Uint32Array,
  uniformScale: Float32Array,
  /** Readers use the x axis only. */
  scale: column("uniformScale", Float32Array, undefined, 1),
};

const place = {
  origin: f32(3),
  angles: f32(3),
  propType: u16(),
  firstLeaf: u16(),
  leafCount: u16(),
  solid: u8(),
};
const looks = { skin: i32(), fadeMinDist: f32(), fadeMaxDist: f32(), lightingOrigin: f32(3) };
const dxLevels = { minDXLevel: u16(), maxDXLevel: u16() };
const systemLevels = { minCPULevel: u8(), maxCPULevel: u8(), minGPULevel: u8(), maxGPULevel: u8() };
const colour = { diffuseModulation: u8(4) };

const V4 = { ...place, flags: u8(), ...looks };
const V5 = { ...V4, forcedFadeScale: f32() };
const V6 = { ...V5, ...dxLevels };
const V8 = { ...V5, ...systemLevels, ...colour };
const V9 = { ...V8, disableX360: u8(), pad: u8(3) };
const V10 = { ...V9, flagsEx: u32() };
const SDK_2013 = {
  ...place,
  pad: u8(),
  ...looks,
  forcedFadeScale: f32(),
  ...dxLevels,
  flags: u32(),
  lightmapResolutionX: u16(),
  lightmapResolutionY: u16(),
};
const MESA = { ...SDK_2013, ...colour };
const targetName = { targetName: u8(128) };

const prop = (versions: readonly number[], fields: Fields) =>
  record("StaticPropLump_t", versions, COLUMNS, fields);

const OF_V4 = prop([4], V4);
/** Team Fortress 2, Garry's Mod, Source SDK 2013. */
export const OF_SDK_2013 = prop([7, 10], SDK_2013);
export const OF_CSGO = prop([11, 12], { ...V10, uniformScale: f32() });
/** Same version and size as CS:GO's record. */
export const OF_MESA = prop([11], { ...MESA, flagsEx: u32() });
/** Vindictus' longest record. */
export const OF_VINDICTUS = prop([SCALED_VERSION], { ...V6, unknown: u8(8) });
/**
 * Same version and size as Left 4 Dead's record, which has a colour in place of `unknown`.
 * `takeZenoProps` distinguishes them by the lists before the props.
 */
export const OF_ZENO_CLASH = prop([7], { ...V6, unknown: u32() });

/** All forms. For versions not listed here, the first form with the right size is used. */
export const STATIC_PROPS = [
  OF_V4,
  prop([5], V5),
  prop([6], V6),
  // Left 4 Dead.
  prop([7], { ...V6, ...colour }),
  // Left 4 Dead 2, Portal 2.
  prop([8], V8),
  OF_SDK_2013,
  prop([8, 9], V9),
  OF_VINDICTUS,
  // Black Mesa. Map readers skip the colour.
  record(
    "StaticPropLump_t",
    [11],
    { ...COLUMNS, diffuseModulation: unread("diffuseModulation", Uint8Array) },
    MESA,
  ),
  prop([10], V10),
  // Dear Esther. No public source documents some words, nor the place of the lighting origin.
  prop([9], {
    ...place,
    ...{ flags: u8(), unknown: u32(), skin: i32(), fadeMinDist: f32(), fadeMaxDist: f32() },
    ...{ unknownOrigin: u8(12), forcedFadeScale: f32(), ...systemLevels, unknownByte: u8() },
    ...{ ...colour, unknownEnd: u8(3) },
  }),
  OF_CSGO,
  prop([13], { ...V10, scale: f32(3) }),
  // The Ship, Bloody Good Time, and Dark Messiah's single player.
  prop([5], { ...V5, ...targetName }),
  prop([6], { ...V6, ...targetName }),
  prop([6], { ...V6, unknown: u8(72) }),
];
export type StaticPropRecord = (typeof STATIC_PROPS)[number];

const LEAF = { leaf: column("value", Uint32Array, { to: "LUMP_LEAFS" }) };
/** Leaf index by its size in bytes: 4 in maps of version 25. */
export const PROP_LEAF = {
  2: record("StaticPropLeafLump_t", [], LEAF, { leaf: u16() }),
  4: record("StaticPropLeafLump_t", [], LEAF, { leaf: u32() }),
};
/** Scales of Vindictus' props, from prop version 6 on, stored between the leafs and the props. */
export const PROP_SCALE = record(
  "StaticPropScale",
  [SCALED_VERSION],
  { prop: Uint32Array, scale: Float32Array },
  { prop: u32(), scale: f32(3) },
);

/** Returns the form of a prop record, or `null` if no game has one of this size. */
export function findStaticProp(
  version: number,
  recordBytes: number,
  records: Uint8Array,
  littleEndian: boolean,
): StaticPropRecord | null {
  if (recordBytes === OF_CSGO.bytes) return isOfCsgo(records, littleEndian) ? OF_CSGO : OF_MESA;
  const sized = STATIC_PROPS.filter(({ bytes }) => bytes === recordBytes);
  return sized.find(({ lumpVersions }) => lumpVersions.includes(version)) ?? sized[0] ?? null;
}

/**
 * Tells CS:GO's records from Black Mesa's, both of version 11 with 80 bytes: in CS:GO's, no flag is
 * above 1 and all scales are plausible.
 */
export function isOfCsgo(records: Uint8Array, littleEndian: boolean): boolean {
  const { disableX360, uniformScale } = readRecords(
    records,
    OF_CSGO.struct,
    littleEndian,
  ) as StructColumns;
  return (
    (disableX360 as Uint8Array).every((value) => value <= 1) &&
    (uniformScale as Float32Array).every((scale) => scale > 1e-4 && scale < 1e4)
  );
}

/** Values of columns that a record lacks. */
const DEFAULTS = { forcedFadeScale: 1, diffuseModulation: 255, uniformScale: 1 };

export type StaticPropColumns = Omit<StaticProps, "version" | "recordBytes" | "modelName" | "leaf">;

/** Reads prop records of any known size. Returns `null` if no game has records of this size. */
export function readStaticPropRecords(
  records: Uint8Array,
  count: number,
  recordBytes: number,
  version: number,
  littleEndian: boolean,
): StaticPropColumns | null {
  const used = count === 0 ? records.subarray(0, 0) : records;
  const found = count === 0 ? OF_V4 : findStaticProp(version, recordBytes, used, littleEndian);
  if (found === null) return null;
  const { flagsEx, ...props } = readRecords(used, found, littleEndian);
  const { flags } = props;
  for (let i = 0; i < count; i++) flags[i] |= flagsEx[i] << 8;
  const columns: Record<string, ColumnArray | number> = { ...props };
  const places: { readonly [name: string]: Column | undefined } = found.columns;
  for (const [name, value] of Object.entries(DEFAULTS)) {
    if ((places[name]?.at ?? ABSENT) !== ABSENT) continue;
    const { as, arity = 1 } = OF_V4.columns[name as keyof typeof DEFAULTS];
    columns[name] = new as(count * arity).fill(value);
  }
  return columns as unknown as StaticPropColumns;
}
