/** Converts one game lump to another form of map. */

import { FormatError } from "../../../../core/errors.ts";
import { concatBytes, encodeInt32 } from "../../../binary/encode-bytes.ts";
import { readRecords } from "../../../binary/read-records.ts";
import type { ColumnArray, RecordLayout } from "../../../binary/record-layout.ts";
import { type StructColumns, struct, u8 } from "../../../binary/struct.ts";
import { bspError } from "../../bsp-error.ts";
import { CountedRecords } from "../../read/counted-records.ts";
import {
  DETAIL_LIGHTING,
  DETAIL_NAME_BYTES,
  DETAIL_OBJECT,
  DETAIL_SPRITE,
} from "../../records/detail-props.ts";
import { type RecordColumns, writeColumns } from "./convert-records.ts";
import {
  isOwn,
  isTakenAs,
  layoutOfProps,
  leafLayout,
  PROP_NAME_BYTES,
  type PropScales,
  recordsOfForm,
  SPRP,
  type StaticPropParts,
  splitStaticProps,
  WIDE_LEAFS_SINCE,
} from "./static-prop-forms.ts";
import { swapRecords, swapWords } from "./swap-lumps.ts";
import type { ConvertTarget, MapForm, PropForm } from "./targets.ts";

// The game lump `sprp` in another version.

export interface ConvertedProps {
  readonly bytes: Uint8Array;
  /** Fields that the target form lacks, with the number of props where the field was used. */
  readonly lost: ReadonlyMap<string, number>;
}

/**
 * Converts props to another form, little-endian.
 * @throws FormatError (BSP, `unsupported`) for records of unknown form, and for values that do not
 * fit the target
 */
export function convertStaticProps(parts: StaticPropParts, form: PropForm): ConvertedProps {
  const { version, names, leafs, isWideLeafs, records, count, layout } = parts;
  const to = recordsOfForm(form);
  if (layout === null && count > 0) {
    const expected = "props of a form that can be converted";
    const found = `${records.length / count} bytes a prop of version ${version}`;
    throw bspError("unsupported", SPRP, 0, expected, found);
  }
  const wanted = leafLayout(form.version >= WIDE_LEAFS_SINCE);
  const { count: leafCount, ...indices } = readRecords(leafs, leafLayout(isWideLeafs), true);
  const read = layout === null ? {} : readRecords(records, layout, true);
  const canonical = fillIn(read as RecordColumns, count);
  scaleProps(canonical.scale, parts.scales);
  const unlit = unlightAtOrigin(canonical, count);
  const bytes = concatBytes([
    encodeInt32(names.length / PROP_NAME_BYTES),
    names,
    encodeInt32(leafCount),
    writeColumns(indices as unknown as RecordColumns, leafCount, wanted, SPRP),
    encodeInt32(count),
    writeColumns(splitFlags(canonical, to), count, to, SPRP),
  ]);
  const lost = listLost(canonical, count, to);
  if (unlit > 0) lost.set("lightingOrigin", unlit);
  return { bytes, lost };
}

/** `STATIC_PROP_USE_LIGHTING_ORIGIN`. */
const USE_LIGHTING_ORIGIN = 2;

/**
 * Clears the lighting origin flag for Dear Esther's props, because no public source documents where
 * their origin is stored. They are then lit at their own origin.
 */
function unlightAtOrigin(columns: RecordColumns, count: number): number {
  const { wideFlags, lightingOrigin } = columns;
  if (lightingOrigin) return 0;
  let unlit = 0;
  for (let prop = 0; prop < count; prop++) {
    if ((wideFlags[prop] & USE_LIGHTING_ORIGIN) === 0) continue;
    wideFlags[prop] -= USE_LIGHTING_ORIGIN;
    unlit++;
  }
  return unlit;
}

/** Applies the scales that a dialect stores in a separate list. Throws FormatError (BSP). */
function scaleProps(scale: ColumnArray, list: PropScales | null): void {
  for (let i = 0; i < (list?.count ?? 0); i++) {
    const prop = list!.prop[i];
    if (prop * 3 >= scale.length) {
      const expected = `a scale of a prop below ${scale.length / 3}`;
      throw bspError("bad-index", SPRP, 0, expected, prop);
    }
    scale.set(list!.scale.subarray(i * 3, i * 3 + 3), prop * 3);
  }
}

/** Values of fields that a prop's record lacks. */
const DEFAULTS: Readonly<Record<string, readonly [arity: number, value: number]>> = {
  forcedFadeScale: [1, 1],
  dxLevels: [2, 0],
  systemLevels: [4, 0],
  diffuseModulation: [4, 255],
  disableX360: [1, 0],
  scale: [3, 1],
  lightmapResolution: [2, 0],
};

/** Returns the columns of all forms: flags as one number, scales with three axes. */
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
  for (const [name, values] of Object.entries(columns)) {
    if (has(name) || name === "wideFlags" || (name === "scale" && has("uniformScale"))) continue;
    const [arity, value] = DEFAULTS[name] ?? [values.length / Math.max(1, count), 0];
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

export interface GameLump {
  /** Id of four letters. */
  readonly id: string;
  readonly version: number;
  /** Uncompressed bytes. */
  readonly bytes: Uint8Array;
}

export interface ConvertedGameLump extends GameLump {
  /** Parts that were lost or could not be converted: a line each. */
  readonly losses: readonly string[];
}

/** Form of the map that contains a game lump. */
export interface PropSource extends MapForm {
  /** Whether version 6 and later have scales of some props before the props (Vindictus). */
  readonly hasPropScales?: boolean;
}

/** Lists, each preceded by its count, in game lumps that have only one version. */
const LISTS: Readonly<Record<string, readonly RecordLayout<object>[]>> = {
  dprp: [struct({ name: u8(DETAIL_NAME_BYTES) }), DETAIL_SPRITE, DETAIL_OBJECT],
  dplt: [DETAIL_LIGHTING],
  dplh: [DETAIL_LIGHTING],
};

/**
 * Converts a game lump; returns the same lump if nothing changes.
 * @throws FormatError (BSP) for a damaged lump, and for props that do not fit the target's records
 */
export function convertGameLump(
  lump: GameLump,
  source: PropSource,
  target: ConvertTarget,
): ConvertedGameLump {
  const { id, version, bytes } = lump;
  const [fromLittle, isSwapped] = [source.endian === "little", source.endian !== target.endian];
  if (bytes.length === 0) return { ...lump, losses: [] };
  if (id === "sprp") return convertProps(lump, source, target);
  if (!isSwapped) return { ...lump, losses: [] };
  const lists = LISTS[id];
  if (!lists) {
    const order = fromLittle ? "little-endian" : "big-endian";
    return { ...lump, losses: [`its format is not public; its bytes stay ${order}`] };
  }
  const reader = new CountedRecords(bytes, `game lump ${id}`, fromLittle);
  const parts = lists.map(
    (layout) => [reader.take("records", layout.bytes).length, layout] as const,
  );
  return { id, version, bytes: swapLists(bytes, parts), losses: [] };
}

function convertProps(
  lump: GameLump,
  source: PropSource,
  target: ConvertTarget,
): ConvertedGameLump {
  let { version, bytes } = lump;
  const split = (isLittle: boolean, mapVersion: number, hasScales = false) =>
    splitStaticProps(bytes, version, mapVersion, isLittle, hasScales);
  const { hasPropScales } = source;
  const parts = split(source.endian === "little", source.version, hasPropScales);
  const isWide = target.version === 25;
  const taken = isTakenAs(parts, target.staticProps);
  if (taken && parts.isWideLeafs === isWide && source.endian === target.endian) {
    return { ...lump, losses: [] };
  }
  if (source.endian === "big") bytes = swapLists(bytes, layoutOfProps(parts));
  const losses: string[] = [];
  if (!taken || parts.isWideLeafs !== isWide) {
    const form =
      target.staticProps.find((own) => taken && own.version === version) ?? target.staticProps[0];
    const converted = convertStaticProps(split(true, source.version, hasPropScales), form);
    for (const [field, props] of converted.lost) {
      losses.push(`${field} of ${props} props has no place in version ${form.version}`);
    }
    if (parts.paths > 0) {
      losses.push(`${parts.paths} names of Zeno Clash's second list have no place elsewhere`);
    }
    bytes = converted.bytes;
    version = form.version;
  }
  if (target.endian === "big") {
    bytes = swapLists(bytes, layoutOfProps(split(true, target.version)));
  }
  return { id: lump.id, version, bytes, losses };
}

/**
 * Whether a map in the target's form has props that only one game reads. Damaged ones count as
 * false and are kept.
 */
export function hasOwnProps({ id, version, bytes }: GameLump, source: PropSource): boolean {
  if (id !== "sprp" || bytes.length === 0) return false;
  try {
    return isOwn(splitStaticProps(bytes, version, source.version, source.endian === "little"));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return false;
  }
}

/** Returns counts and records in the other byte order. */
function swapLists(
  bytes: Uint8Array,
  lists: readonly (readonly [byteLength: number, layout: RecordLayout<object>])[],
): Uint8Array {
  const out = new Uint8Array(bytes);
  let at = 0;
  for (const [byteLength, layout] of lists) {
    out.set(swapWords(bytes.subarray(at, at + 4), 4), at);
    at += 4;
    out.set(swapRecords(bytes.subarray(at, at + byteLength), layout), at);
    at += byteLength;
  }
  return out;
}
