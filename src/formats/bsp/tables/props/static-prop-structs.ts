/**
 * Records of static props with all their fields, by version and size: games use one number for several.
 * Sources: Valve's public `gamebspfile.h` of Source SDK 2013 and of Alien Swarm, whose names the fields have;
 * of other games the public readers BSPSource and bsp_tool; of version 13 Strata Source's wiki.
 */

import { readRecords } from "../../../binary/read-records.ts";
import type { RecordLayout } from "../../../binary/record-layout.ts";
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
import { SCALED_VERSION } from "../../layouts/static-prop-records.ts";

type Fields = Readonly<Record<string, StructField>>;

const place: Fields = {
  origin: f32(3),
  angles: f32(3),
  propType: u16(),
  firstLeaf: u16(),
  leafCount: u16(),
  solid: u8(),
};
const fades: Fields = { skin: i32(), fadeMinDist: f32(), fadeMaxDist: f32() };
const looks: Fields = { ...fades, lightingOrigin: f32(3) };
const dxLevels: Fields = { minDXLevel: u16(), maxDXLevel: u16() };
const systemLevels: Fields = {
  minCPULevel: u8(),
  maxCPULevel: u8(),
  minGPULevel: u8(),
  maxGPULevel: u8(),
};
const colour: Fields = { diffuseModulation: u8(4) };
const console360: Fields = { disableX360: u8(), pad: u8(3) };

const V4: Fields = { ...place, flags: u8(), ...looks };
const V5: Fields = { ...V4, forcedFadeScale: f32() };
const V6: Fields = { ...V5, ...dxLevels };
const V7: Fields = { ...V6, ...colour };
const V8: Fields = { ...V5, ...systemLevels, ...colour };
const V9: Fields = { ...V8, ...console360 };
const V10: Fields = { ...V9, flagsEx: u32() };
const V11: Fields = { ...V10, uniformScale: f32() };
const V13: Fields = { ...V10, scale: f32(3) };
const SDK_2013: Fields = {
  ...place,
  pad: u8(),
  ...looks,
  forcedFadeScale: f32(),
  ...dxLevels,
  flags: u32(),
  lightmapResolutionX: u16(),
  lightmapResolutionY: u16(),
};
const MESA: Fields = { ...SDK_2013, ...colour };
/** A word behind the flags that nothing public says the use of; where lighting origins stand is not known. */
const DEAR_ESTHER: Fields = {
  ...place,
  ...{ flags: u8(), pad: u32(), ...fades, padOrigin: u8(12), forcedFadeScale: f32() },
  ...{ ...systemLevels, padByte: u8(), ...colour, padEnd: u8(3) },
};
const targetName: Fields = { targetName: u8(128) };

interface Form {
  /** Of the game lump, where its size has several records. */
  readonly version?: number;
  readonly layout: RecordLayout<StructColumns>;
}

/** The first whose version and size fit. */
const FORMS: readonly Form[] = [
  { layout: struct(V4) },
  { layout: struct(V5) },
  { layout: struct(V6) },
  { version: 8, layout: struct(V8) },
  { layout: struct(V7) },
  { version: 8, layout: struct(V9) },
  { version: 9, layout: struct(V9) },
  // Vindictus.
  { version: SCALED_VERSION, layout: struct({ ...V6, unknown: u8(8) }) },
  { layout: struct(SDK_2013) },
  { version: 10, layout: struct(V10) },
  { version: 9, layout: struct(DEAR_ESTHER) },
  { layout: struct(MESA) },
  { layout: struct(V13) },
  // The Ship, Bloody Good Time, and Dark Messiah, of which nothing public says what its last 72 bytes are.
  { layout: struct({ ...V5, ...targetName }) },
  { layout: struct({ ...V6, ...targetName }) },
  { layout: struct({ ...V6, tail: u8(72) }) },
];
/** By the lists before it: its version and size are those of Left 4 Dead's, which have a colour there. */
export const ZENO_CLASH = struct({ ...V6, unknown: u32() });
const OF_CSGO = struct(V11);
const OF_MESA = struct({ ...MESA, flagsEx: u32() });

/** null where no game's record of this version has such a size. */
export function staticPropStruct(
  version: number,
  recordBytes: number,
  records: Uint8Array,
  littleEndian: boolean,
): RecordLayout<StructColumns> | null {
  if (recordBytes === OF_CSGO.bytes) {
    return isOfCsgo(records, littleEndian) ? OF_CSGO : OF_MESA;
  }
  const form = FORMS.find(
    ({ version: only = version, layout }) => only === version && layout.bytes === recordBytes,
  );
  return form?.layout ?? null;
}

/** Version 11 of 80 bytes was written by two games: in CS:GO's no flag is above 1, and no scale out of reason. */
export function isOfCsgo(records: Uint8Array, littleEndian: boolean): boolean {
  const { disableX360, uniformScale } = readRecords(
    records,
    OF_CSGO,
    littleEndian,
  ) as StructColumns;
  return (
    (disableX360 as Uint8Array).every((value) => value <= 1) &&
    (uniformScale as Float32Array).every((scale) => scale > 1e-4 && scale < 1e4)
  );
}
