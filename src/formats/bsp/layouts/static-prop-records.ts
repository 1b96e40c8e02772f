import { absent } from "../../binary/columns.ts";
import { readColumn, readRecords } from "../../binary/read-records.ts";
import type { Column, RecordLayout } from "../../binary/record-layout.ts";
import type { StaticProps } from "../types.ts";

/** What every size of record begins with: `StaticPropLumpV4_t` of Valve's public `gamebspfile.h`. */
const V4_BYTES = 56;

type BaseColumns = Pick<
  StaticProps,
  | "origin"
  | "angles"
  | "model"
  | "firstLeaf"
  | "leafCount"
  | "solid"
  | "flags"
  | "skin"
  | "fadeMinDist"
  | "fadeMaxDist"
  | "lightingOrigin"
>;

const vector = (at: number) => ({ at, type: "f32", as: Float32Array, arity: 3 }) as const;
const float = (at: number) => ({ at, type: "f32", as: Float32Array }) as const;
const ushort = (at: number) => ({ at, type: "u16", as: Uint32Array }) as const;
const uint = (at: number) => ({ at, type: "u32", as: Uint32Array }) as const;
const dxLevels = { at: 60, type: "u16", as: Uint16Array, arity: 2 } as const;
const systemLevels = { at: 60, type: "u8", as: Uint8Array, arity: 4 } as const;
const colour = (at: number) => ({ at, type: "u8", as: Uint8Array, arity: 4 }) as const;

const BASE: RecordLayout<BaseColumns>["columns"] = {
  origin: vector(0),
  angles: vector(12),
  model: ushort(24),
  firstLeaf: ushort(26),
  leafCount: ushort(28),
  solid: { at: 30, type: "u8", as: Uint8Array },
  flags: { at: 31, type: "u8", as: Uint32Array },
  skin: { at: 32, type: "i32", as: Int32Array },
  fadeMinDist: float(36),
  fadeMaxDist: float(40),
  lightingOrigin: vector(44),
};

/** What the longer records add. */
interface Extras {
  readonly forcedFadeScale?: Column<Float32Array>;
  readonly dxLevels?: Column<Uint16Array>;
  readonly systemLevels?: Column<Uint8Array>;
  /** All flags, in place of the byte in `BASE`. */
  readonly wideFlags?: Column<Uint32Array>;
  readonly diffuseModulation?: Column<Uint8Array>;
  /** More flags, above the byte's eight. */
  readonly flagsEx?: Column<Uint32Array>;
  readonly uniformScale?: Column<Float32Array>;
}

/** 60 bytes. */
const V5: Extras = { forcedFadeScale: float(56) };
/** 64 bytes. */
const V6: Extras = { ...V5, dxLevels };
/** 68 bytes: Left 4 Dead. */
const V7: Extras = { ...V6, diffuseModulation: colour(64) };
/** 68, and 72 bytes: Left 4 Dead 2, Portal 2. */
const V8: Extras = { ...V5, systemLevels, diffuseModulation: colour(64) };
/** 76 bytes: CS:GO. */
const V10: Extras = { ...V8, flagsEx: uint(72) };
/** 80 bytes; 88 with a scale for each axis, of which the first is read. */
const V11: Extras = { ...V10, uniformScale: float(76) };
/** 72 bytes of version 7 or 10: Team Fortress 2, Garry's Mod, Source SDK 2013. */
const SDK_2013: Extras = { ...V6, wideFlags: uint(64) };
/** 76 bytes of version 9: Dear Esther, with a word behind the flags and its lighting origins not read. */
const DEAR_ESTHER: Extras = {
  forcedFadeScale: float(60),
  systemLevels: { ...systemLevels, at: 64 },
  diffuseModulation: colour(69),
};
const DEAR_ESTHER_BASE: RecordLayout<BaseColumns>["columns"] = {
  ...BASE,
  skin: { at: 36, type: "i32", as: Int32Array },
  fadeMinDist: float(40),
  fadeMaxDist: float(44),
  lightingOrigin: absent(vector(0)),
};
/** 80 bytes of version 11: Black Mesa. */
const MESA: Extras = { ...SDK_2013, diffuseModulation: colour(72), flagsEx: uint(76) };

/** Whose record all of Vindictus' are from it on; the longest have 8 bytes more, which nothing public says the use of. */
export const SCALED_VERSION = 6;

export type StaticPropColumns = Omit<StaticProps, "version" | "recordBytes" | "modelName" | "leaf">;

/** Reads prop records of any known size; null where the size is none that any game writes. */
export function readStaticPropRecords(
  records: Uint8Array,
  count: number,
  recordBytes: number,
  version: number,
  littleEndian: boolean,
): StaticPropColumns | null {
  const bytes = count === 0 ? V4_BYTES : recordBytes;
  const used = count === 0 ? records.subarray(0, 0) : records;
  const extras = chooseExtras(version, bytes, used, littleEndian);
  if (!extras) return null;
  const columns = extras === DEAR_ESTHER ? DEAR_ESTHER_BASE : BASE;
  const base = readRecords(used, { bytes, columns }, littleEndian);
  const { forcedFadeScale, wideFlags, diffuseModulation, flagsEx, uniformScale } = extras;
  const flags = wideFlags ? readColumn(used, bytes, wideFlags, littleEndian) : base.flags;
  if (flagsEx) {
    const more = readColumn(used, bytes, flagsEx, littleEndian);
    for (let i = 0; i < count; i++) flags[i] |= more[i] << 8;
  }
  return {
    ...base,
    flags,
    forcedFadeScale: forcedFadeScale
      ? readColumn(used, bytes, forcedFadeScale, littleEndian)
      : new Float32Array(count).fill(1),
    dxLevels: extras.dxLevels
      ? readColumn(used, bytes, extras.dxLevels, littleEndian)
      : new Uint16Array(count * 2),
    systemLevels: extras.systemLevels
      ? readColumn(used, bytes, extras.systemLevels, littleEndian)
      : new Uint8Array(count * 4),
    diffuseModulation: diffuseModulation
      ? readColumn(used, bytes, diffuseModulation, littleEndian)
      : new Uint8Array(count * 4).fill(255),
    uniformScale: uniformScale
      ? readColumn(used, bytes, uniformScale, littleEndian)
      : new Float32Array(count).fill(1),
  };
}

function chooseExtras(
  version: number,
  bytes: number,
  records: Uint8Array,
  littleEndian: boolean,
): Extras | null {
  switch (bytes) {
    case 56:
      return {};
    case 60:
      return V5;
    case 64:
      return V6;
    case 68:
      return version === 8 ? V8 : V7;
    case 72:
      if (version === SCALED_VERSION) return V6;
      return version === 9 || version === 8 ? V8 : SDK_2013;
    case 76:
      return version === 10 ? V10 : version === 9 ? DEAR_ESTHER : SDK_2013;
    case 80:
      return looksLikeV11(records, littleEndian) ? V11 : MESA;
    case 88:
      return V11;
    // A name of 128 bytes behind the record: The Ship.
    case 188:
      return V5;
    // The same, of Bloody Good Time; and 72 bytes more, of Dark Messiah.
    case 192:
    case 136:
      return V6;
    default:
      return null;
  }
}

/**
 * Version 11 of 80 bytes was written by two games. In CS:GO's, word 68 is the Xbox flag, 0 or 1,
 * and word 76 a scale; in Black Mesa's they are a lightmap size, never so small, and more flags.
 */
function looksLikeV11(records: Uint8Array, littleEndian: boolean): boolean {
  const disableX360 = readColumn(records, 80, { at: 68, type: "u8", as: Uint8Array }, littleEndian);
  const scale = readColumn(records, 80, float(76), littleEndian);
  return disableX360.every((value) => value <= 1) && scale.every((s) => s > 1e-4 && s < 1e4);
}
