/** Converts one lump to another form of map. */

import { concatBytes } from "../../../binary/encode-bytes.ts";
import { readRecords } from "../../../binary/read-records.ts";
import type { RecordLayout } from "../../../binary/record-layout.ts";
import type { StructColumns } from "../../../binary/struct.ts";
import { writeRecords } from "../../../binary/write-records.ts";
import { bspError } from "../../bsp-error.ts";
import type { LumpName } from "../../lumps.ts";
import type { BspHeader } from "../../parse-bsp-header.ts";
import type { LumpReader } from "../../read/lump-reader.ts";
import { BRUSHSIDES } from "../../records/brushes.ts";
import {
  DPHYSMODEL,
  NO_PHYS_DISP as NONE,
  PHYS_DISP,
  WIDE_PHYS_DISP_VERSION,
} from "../../records/physics.ts";
import type { LumpStruct } from "../../records/record.ts";
import { hasMoreThanLuxels, nameLump, recordsOf, structOf } from "../../tables/lump-structs.ts";
import { isVariableOverlays } from "../../tables/read-lump-tables.ts";
import { convertRecords, type RecordColumns, writeColumns } from "./convert-records.ts";
import { findSolidParts, fixColumns, HULL_RECORD_BYTES, type SolidPart } from "./record-fixes.ts";
import { swapLump } from "./swap-lumps.ts";
import { type ConvertTarget, type MapForm, WIDE_LUMP_VERSIONS } from "./targets.ts";

// Conversion of a solid of version 0x101, which stores each number in a separate word, to the form
// of older engines. Hulls, points and the tree keep their order; only their sizes shrink. This
// structure was found in the maps of Momentum Mod. The bits of the older form are those of IVP, as
// described by open tools.

const SOLID_HEADER_BYTES = 28;
const VERSION_AT = 4;
const SIZE_AT = 8;
const OLD_VERSION = 0x100;
const SURFACE_BYTES = 48;
/** Size of a hull's header, and of each of its triangles. */
const RECORD_BYTES = 16;
/**
 * Shift of a size above other bits: a surface's above its deviation from a sphere, a hull's (in
 * 16-byte units) above its flags.
 */
const SIZE_SHIFT = 8;

/**
 * Converts a solid to the older form.
 * @param solid little-endian, without its length
 * @returns `null` if its parts are not placed as expected
 */
export function shrinkSolid(solid: Uint8Array): Uint8Array | null {
  const surface = SOLID_HEADER_BYTES;
  const found = findSolidParts(solid, surface);
  if (found === null) return null;
  const { root, nodes, parts } = found;
  const places: number[] = [];
  let length = surface + SURFACE_BYTES;
  for (const { at, end, records } of parts) {
    places.push(length);
    length += records > 0 ? records * RECORD_BYTES : end - at;
  }
  /** Returns the new offset of the start of a hull, a node or a point. */
  const placeOf = (at: number) => {
    const part = findPart(parts, at);
    return places[part] + at - parts[part].at;
  };
  const from = new DataView(solid.buffer, solid.byteOffset, solid.byteLength);
  const out = new Uint8Array(length);
  const to = new DataView(out.buffer);
  out.set(solid.subarray(0, surface + 28));
  to.setUint16(VERSION_AT, OLD_VERSION, true);
  to.setInt32(SIZE_AT, length - surface, true);
  const deviation = from.getUint32(surface + 28, true) & 0xff;
  to.setUint32(surface + 28, deviation | ((length - surface) << SIZE_SHIFT), true);
  to.setInt32(surface + 32, placeOf(root) - surface, true);
  out.set(solid.subarray(surface + 40, surface + 48), surface + 40);
  for (const [i, part] of parts.entries()) {
    if (part.records === 0) out.set(solid.subarray(part.at, part.end), places[i]);
    else shrinkHull(from, part, to, places[i], placeOf);
  }
  for (const node of nodes) {
    const at = placeOf(node);
    for (const word of [0, 4]) {
      const offset = from.getInt32(node + word, true);
      if (offset !== 0) to.setInt32(at + word, placeOf(node + offset) - at, true);
    }
  }
  return out;
}

/** Returns the index of the last part that begins at or before an offset. */
function findPart(parts: readonly SolidPart[], at: number): number {
  let [low, high] = [0, parts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (parts[middle].at <= at) low = middle;
    else high = middle;
  }
  return low;
}

function shrinkHull(
  from: DataView,
  { at: hull, records }: SolidPart,
  to: DataView,
  at: number,
  placeOf: (at: number) => number,
): void {
  const word = (offset: number) => from.getUint32(hull + offset, true);
  const flags = word(8);
  const offset = from.getInt32(hull, true);
  to.setInt32(at, records > 1 ? placeOf(hull + offset) - at : offset, true);
  // The second word is an id, or for a hull around others the offset of its node.
  const hasNode = (flags & 3) !== 0;
  const about = from.getInt32(hull + 4, true);
  to.setInt32(at + 4, hasNode ? placeOf(hull + about) - at : about, true);
  // The size counts units of 16 bytes.
  const size = (flags >>> SIZE_SHIFT) - ((HULL_RECORD_BYTES - RECORD_BYTES) / 16) * records;
  to.setUint32(at + 8, (flags & 0xff) | (Math.max(0, size) << SIZE_SHIFT), true);
  to.setUint16(at + 12, records - 1, true);
  for (let triangle = 1; triangle < records; triangle++) {
    const head = triangle * HULL_RECORD_BYTES;
    const out = at + triangle * RECORD_BYTES;
    const [index, pierced, material, isVirtual] = [0, 4, 8, 12].map((field) => word(head + field));
    const bits = (index & 0xfff) | ((pierced & 0xfff) << 12) | ((material & 0x7f) << 24);
    to.setUint32(out, bits | ((isVirtual & 1) << 31), true);
    for (let edge = 1; edge <= 3; edge++) {
      const [point, other, isInner] = [0, 4, 8].map((field) => word(head + edge * 16 + field));
      const packed = (point & 0xffff) | ((other & 0x7fff) << 16) | ((isInner & 1) << 31);
      to.setUint32(out + edge * 4, packed, true);
    }
  }
}

// Solids of version 0x101 in LUMP_PHYSCOLLIDE (Strata Source), for engines that cannot read them.

const SOLID_ID = 0x59485056;
const LARGE_VERSION = 0x101;
const KIND_CONVEX = 0;

export interface ShrunkLump {
  /** The same bytes if nothing changes. */
  readonly bytes: Uint8Array;
  /** Number of solids that keep the larger form. */
  readonly kept: number;
}

/**
 * Shrinks the solids of a little-endian lump. In a damaged lump, the first unreadable model and
 * everything after it stay the same.
 */
export function shrinkPhysCollide(bytes: Uint8Array): ShrunkLump {
  const parts: Uint8Array[] = [];
  let [at, kept, shrunk] = [0, 0, 0];
  while (at + DPHYSMODEL.bytes <= bytes.length) {
    const head = readRecords(bytes.subarray(at, at + DPHYSMODEL.bytes), DPHYSMODEL, true);
    const [dataBytes, textBytes] = [head.dataSize[0], head.keydataSize[0]];
    const start = at + DPHYSMODEL.bytes;
    const end = start + dataBytes + textBytes;
    if (head.model[0] < 0 || dataBytes < 0 || textBytes < 0 || end > bytes.length) break;
    const model = shrinkModel(bytes.subarray(start, start + dataBytes), head.solidCount[0]);
    kept += model.kept;
    shrunk += model.shrunk;
    const solids = concatBytes(model.parts);
    head.dataSize[0] = solids.length;
    parts.push(writeRecords(head, DPHYSMODEL), solids);
    parts.push(bytes.subarray(start + dataBytes, end));
    at = end;
  }
  return { bytes: shrunk === 0 ? bytes : concatBytes([...parts, bytes.subarray(at)]), kept };
}

function shrinkModel(bytes: Uint8Array, solidCount: number) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array[] = [];
  let [at, kept, shrunk] = [0, 0, 0];
  for (let i = 0; i < solidCount && at + 4 <= bytes.length; i++) {
    const length = view.getInt32(at, true);
    if (length < 0 || at + 4 + length > bytes.length) break;
    const solid = bytes.subarray(at + 4, at + 4 + length);
    const small = isLarge(solid) ? shrinkSolid(solid) : solid;
    if (small === null) kept++;
    else if (small !== solid) shrunk++;
    const out = small ?? solid;
    const head = new Uint8Array(4);
    new DataView(head.buffer).setInt32(0, out.length, true);
    parts.push(head, out);
    at += 4 + length;
  }
  return { parts: [...parts, bytes.subarray(at)], kept, shrunk };
}

function isLarge(solid: Uint8Array): boolean {
  const view = new DataView(solid.buffer, solid.byteOffset, solid.byteLength);
  return (
    solid.length >= 8 &&
    view.getUint32(0, true) === SOLID_ID &&
    view.getUint16(4, true) >= LARGE_VERSION &&
    view.getUint16(6, true) === KIND_CONVEX
  );
}

const LUMP = "LUMP_PHYSDISP";

/**
 * Converts LUMP_PHYSDISP: a count and the length of each hull, then the hulls. These are shorts, in
 * version 25 words. Little-endian. Source: bsp_tool; maps of version 25 in the tests have only
 * counts of 0.
 * @throws FormatError (BSP): `bad-count`; `unsupported` if a length does not fit
 */
function convertPhysDisp(bytes: Uint8Array, isToWide: boolean): Uint8Array {
  const [from, to] = isToWide ? (["narrow", "wide"] as const) : (["wide", "narrow"] as const);
  const [own, wanted] = [PHYS_DISP[from].struct, PHYS_DISP[to].struct];
  const size = own.bytes;
  const first = readRecords(bytes.subarray(0, size), own, true) as unknown as Lengths;
  const count = first.length[0] ?? -1;
  if (count < 0 || (count + 1) * size > bytes.length) {
    const room = Math.max(0, Math.floor(bytes.length / size) - 1);
    throw bspError("bad-count", LUMP, 0, `0 to ${room} displacements`, count);
  }
  const head = bytes.subarray(0, (count + 1) * size);
  const { length } = readRecords(head, own, true) as unknown as Lengths;
  const lengths = Uint32Array.from(length, (value, i) =>
    i > 0 && value === NONE[from] ? NONE[to] : value,
  );
  const written = writeColumns({ length: lengths }, count + 1, wanted, LUMP);
  const out = new Uint8Array(written.length + bytes.length - head.length);
  out.set(written);
  out.set(bytes.subarray(head.length), written.length);
  return out;
}

interface Lengths {
  readonly length: Uint32Array;
}

export interface ConvertedLump {
  readonly version: number;
  /** The same bytes if nothing changes. */
  readonly bytes: Uint8Array;
  /** Parts that were lost or could not be converted: a line each. */
  readonly losses: readonly string[];
}

export interface LumpContext {
  readonly lumps: LumpReader;
  readonly source: BspHeader;
  readonly target: ConvertTarget;
  /** Whether slots 22 and 23 hold brushes of faces. */
  readonly hasFaceBrushes: boolean;
  /**
   * Ambient cubes to store in the leafs of version 19, 24 bytes each; `null` for other versions.
   */
  readonly leafCubes: Uint8Array | null;
  /** New offsets of face lumps whose light was moved. */
  readonly lightOffsets: ReadonlyMap<LumpName, { readonly lightofs: Int32Array }>;
}

/**
 * Converts any lump except the game lumps.
 *
 * @param bytes uncompressed bytes of the lump
 * @throws FormatError (BSP) for a damaged lump; `unsupported` if a value does not fit the target's
 * records
 */
export function convertLump(
  slot: LumpName,
  bytes: Uint8Array,
  context: LumpContext,
): ConvertedLump {
  const { lumps, source, target } = context;
  const { version } = lumps.entry(slot);
  const [fromLittle, toLittle] = [source.endian === "little", target.endian === "little"];
  const isSwapped = fromLittle !== toLittle;
  if (slot === "LUMP_PHYSDISP" && target.isWide !== version >= WIDE_PHYS_DISP_VERSION) {
    return convertNarrowOrWide(bytes, context);
  }
  if (slot === "LUMP_PHYSCOLLIDE" && source.version === 25 && !target.isWide) {
    return convertLargeSolids(bytes, context);
  }
  const from = findStruct(slot, context);
  const to = from === null ? null : chooseRecords(slot, from, context);
  if (from === null || to === from) {
    const kept = from === null ? version : keptVersion(slot, from, context);
    if (!isSwapped) return { version: kept, bytes, losses: noteNewerForms(slot, context) };
    const swapped = swapLump(slot, bytes, from, fromLittle);
    const losses = swapped.problem === undefined ? [] : [swapped.problem];
    return { version: kept, bytes: swapped.bytes, losses };
  }
  const little = fromLittle ? bytes : swapLump(slot, bytes, from, false).bytes;
  const fix = (columns: RecordColumns) => {
    const fixed = fixColumns(slot, { ...columns, ...context.lightOffsets.get(slot) }, from, to!);
    if (slot !== "LUMP_LEAFS") return fixed;
    const { ambientLighting, ...rest } = fixed;
    return context.leafCubes === null ? rest : { ...rest, ambientLighting: context.leafCubes };
  };
  const layout: RecordLayout<StructColumns> = to!;
  const converted = convertRecords(little, from, layout, slot, fix);
  const losses = Array.from(
    converted.lost,
    ([field, records]) =>
      `${field} of ${records} records has no place in version ${target.version}`,
  );
  const written = toLittle ? converted.bytes : swapLump(slot, converted.bytes, to, true).bytes;
  const toVersion = to!.lumpVersions.at(-1) ?? 0;
  const isSame = written.length === bytes.length && written.every((byte, i) => byte === bytes[i]);
  return { version: toVersion, bytes: isSame ? bytes : written, losses };
}

/**
 * Returns the lump version of records that stay the same. Leafs of betas have the records of
 * version 1 and lump version 0, which newer engines read as longer records.
 */
function keptVersion(slot: LumpName, { lumpVersions }: LumpStruct, context: LumpContext): number {
  const { version } = context.lumps.entry(slot);
  const isOwn = context.lumps.dialect.layouts[slot] !== undefined;
  return isOwn && !lumpVersions.includes(version) ? (lumpVersions.at(-1) ?? 0) : version;
}

/** Lists parts of an unconverted lump that only newer engines read. */
function noteNewerForms(slot: LumpName, { lumps, source, target }: LumpContext): string[] {
  if (hasMoreThanLuxels(lumps, source, slot) && target.version < 21) {
    return [
      `bytes after each face's luxels are kept, but version ${target.version} does not read them`,
    ];
  }
  return [];
}

function convertLargeSolids(bytes: Uint8Array, { lumps, target }: LumpContext): ConvertedLump {
  const { version } = lumps.entry("LUMP_PHYSCOLLIDE");
  const { bytes: small, kept } = shrinkPhysCollide(bytes);
  const losses =
    kept === 0 ? [] : [`${kept} solids stay of a form that version ${target.version} may not read`];
  if (target.endian === "little") return { version, bytes: small, losses };
  const { bytes: swapped, problem } = swapLump("LUMP_PHYSCOLLIDE", small, null, true);
  return { version, bytes: swapped, losses: problem === undefined ? losses : [...losses, problem] };
}

function convertNarrowOrWide(bytes: Uint8Array, { target, source }: LumpContext): ConvertedLump {
  const little =
    source.endian === "little" ? bytes : swapLump("LUMP_PHYSDISP", bytes, null, false).bytes;
  const converted = convertPhysDisp(little, target.isWide);
  const written =
    target.endian === "little" ? converted : swapLump("LUMP_PHYSDISP", converted, null, true).bytes;
  return { version: target.isWide ? WIDE_PHYS_DISP_VERSION : 0, bytes: written, losses: [] };
}

/** Returns the form of a lump's records; `null` if unknown. */
function findStruct(
  slot: LumpName,
  { lumps, source, hasFaceBrushes }: LumpContext,
): LumpStruct | null {
  const forms = recordsOf(slot, source.version, hasFaceBrushes);
  if (forms.length === 0 || hasMoreThanLuxels(lumps, source, slot)) return null;
  // Counts and faces precede the records: see `convert-variable-overlays`.
  if (isVariableOverlays(lumps, slot)) return null;
  return structOf(lumps, slot, forms);
}

const isWide = (slot: LumpName, { lumpVersions }: LumpStruct): boolean =>
  WIDE_LUMP_VERSIONS[slot] !== undefined &&
  lumpVersions.some((version) => version >= WIDE_LUMP_VERSIONS[slot]!);

/**
 * Brush sides of version 20 on a PC, where `bevel` has two bytes: a thin side of a later map would
 * be read as a bevel, which rays ignore. Real maps of the Xbox 360 already have two separate bytes.
 */
const BRUSH_SIDE_20 = withoutThin(BRUSHSIDES[0].struct);

function withoutThin({ columns: { thin: _, ...columns }, ...side }: LumpStruct): LumpStruct {
  return { ...side, columns };
}

const hasThinSides = ({ version, endian }: MapForm) => version >= 21 || endian === "big";

/** Returns the target's form of the same lump; `from` if the target has another lump in this slot. */
function chooseRecords(slot: LumpName, from: LumpStruct, context: LumpContext): LumpStruct {
  const { lumps, source, target, hasFaceBrushes } = context;
  const nameIn = (version: number) => nameLump(slot, version, hasFaceBrushes);
  if (nameIn(source.version) !== nameIn(target.version)) return from;
  if (slot === "LUMP_BRUSHSIDES" && hasThinSides(source) && !hasThinSides(target)) {
    return BRUSH_SIDE_20;
  }
  // The records of version 21 include every form of other versions.
  const structs = recordsOf(slot, 21, hasFaceBrushes).map(({ struct }) => struct);
  const ofVersion = (version: number) =>
    structs.find(({ lumpVersions }) => lumpVersions.includes(version)) ?? from;
  // A dialect's record is converted to one of these, whatever its version.
  const isOwn = lumps.dialect.layouts[slot] !== undefined && !structs.includes(from);
  if (slot === "LUMP_LEAFS") return ofVersion(target.leafVersion);
  if (slot === "LUMP_WORLDLIGHTS" || slot === "LUMP_WORLDLIGHTS_HDR") {
    const isTaken = target.worldLightVersions.some((version) =>
      from.lumpVersions.includes(version),
    );
    return isTaken && !isOwn ? from : ofVersion(target.worldLightVersions[0]);
  }
  const wide = WIDE_LUMP_VERSIONS[slot];
  if (wide === undefined) return isOwn ? structs[0] : from;
  if (isWide(slot, from) === target.isWide && !isOwn) return from;
  return target.isWide ? ofVersion(wide) : (structs.find((form) => !isWide(slot, form)) ?? from);
}
