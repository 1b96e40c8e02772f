/** Finds the records of a lump slot, which depend on the map's version. */

import { FormatError } from "../../../core/errors.ts";
import type { LumpName } from "../lumps.ts";
import type { BspHeader } from "../parse-bsp-header.ts";
import type { LumpReader } from "../read/lump-reader.ts";
import { LUXEL_BYTES } from "../read/read-lighting.ts";
import { FACES } from "../records/faces.ts";
import type { LumpRecord, LumpStruct } from "../records/record.ts";
import {
  EARLY_RECORDS,
  FACE_BRUSH_RECORDS,
  PROP_COLLISION_RECORDS,
  RECORDS,
  type SlotRecords,
} from "../records/slots.ts";

/** Header fields that give the lengths of lumps. */
export type LumpLengths = Pick<BspHeader, "version" | "uncompressedLength">;

/**
 * Returns the decompressed size of a lump in bytes, from the directory; the lump itself need not be
 * read.
 */
export function lumpLength(lumps: LumpReader, header: LumpLengths, slot: LumpName): number {
  const { index, length, compressed } = lumps.entry(slot);
  return compressed ? header.uncompressedLength[index] >>> 0 : Math.max(0, length);
}

/**
 * Slots with another name in some versions. Without a matching row, the slot's own name is used.
 */
const RENAMED: readonly {
  readonly slot: LumpName;
  readonly name: string;
  readonly since: number;
  readonly until: number;
  readonly withFaceBrushes?: boolean;
}[] = [
  { slot: "LUMP_UNUSED0", name: "LUMP_PORTALS", since: 0, until: 19 },
  { slot: "LUMP_UNUSED1", name: "LUMP_CLUSTERS", since: 0, until: 19 },
  { slot: "LUMP_UNUSED2", name: "LUMP_PORTALVERTS", since: 0, until: 19 },
  { slot: "LUMP_UNUSED3", name: "LUMP_CLUSTERPORTALS", since: 0, until: 19 },
  { slot: "LUMP_LEAF_AMBIENT_INDEX_HDR", name: "LUMP_LIGHTMAPPAGES", since: 0, until: 19 },
  { slot: "LUMP_LEAF_AMBIENT_INDEX", name: "LUMP_LIGHTMAPPAGEINFOS", since: 0, until: 19 },
  { slot: "LUMP_UNUSED0", name: "LUMP_FACEBRUSHES", since: 21, until: 99, withFaceBrushes: true },
  { slot: "LUMP_UNUSED1", name: "LUMP_FACEBRUSHLIST", since: 21, until: 99, withFaceBrushes: true },
  { slot: "LUMP_UNUSED0", name: "LUMP_PROPCOLLISION", since: 21, until: 99 },
  { slot: "LUMP_UNUSED1", name: "LUMP_PROPHULLS", since: 21, until: 99 },
  { slot: "LUMP_UNUSED2", name: "LUMP_PROPHULLVERTS", since: 21, until: 99 },
  { slot: "LUMP_UNUSED3", name: "LUMP_PROPTRIS", since: 21, until: 99 },
  { slot: "LUMP_PHYSCOLLIDESURFACE", name: "LUMP_PROP_BLOB", since: 21, until: 99 },
];

/** Returns the version of the engine's branch: for Dark Messiah the first of its two shorts. */
export const branchVersion = (version: number): number => version & 0xffff;

/** Returns the name of a slot in Valve's headers for a map version. */
export function nameLump(slot: LumpName, mapVersion: number, hasFaceBrushes: boolean): string {
  const version = branchVersion(mapVersion);
  const row = RENAMED.find(
    ({ slot: renamed, since, until, withFaceBrushes = false }) =>
      renamed === slot &&
      version >= since &&
      version <= until &&
      (!withFaceBrushes || hasFaceBrushes),
  );
  return row?.name ?? slot;
}

/**
 * Finds a slot by number or by any name that it has in some version, with or without `LUMP_`,
 * case-insensitive.
 */
export function findSlot(name: string, slots: readonly LumpName[]): LumpName | null {
  if (/^\d{1,2}$/.test(name)) return slots[Number(name)] ?? null;
  const upper = name.toUpperCase();
  const full = upper.startsWith("LUMP_") ? upper : `LUMP_${upper}`;
  const renamed = RENAMED.find((row) => row.name === full);
  return renamed?.slot ?? slots.find((slot) => slot === full) ?? null;
}

/**
 * Lumps of version 25 whose wide records, the last form, have the same lump version as the narrow
 * ones.
 */
const UNMARKED_WIDE: ReadonlySet<LumpName> = new Set(["LUMP_FACEIDS", "LUMP_ORIGINALFACES"]);

/** Whether slot 23 holds a brush list for each face: it has as many records as there are faces. */
export function hasFaceBrushes(lumps: LumpReader, header: LumpLengths): boolean {
  if (branchVersion(header.version) < 21 || lumps.isEmpty("LUMP_UNUSED1")) return false;
  const present = (["LUMP_FACES", "LUMP_FACES_HDR"] as const).find((lump) => !lumps.isEmpty(lump));
  if (present === undefined) return false;
  const faces = lumpLength(lumps, header, present) / lumps.layout(present, FACES).bytes;
  const length = lumpLength(lumps, header, "LUMP_UNUSED1");
  return FACE_BRUSH_RECORDS.LUMP_UNUSED1!.some(({ bytes }) => length === faces * bytes);
}

/**
 * Returns the forms of a slot's records, of which the lump's version and length select one; empty
 * if the slot does not hold records.
 *
 * @param hasFaceBrushes whether slots 22 and 23 hold brushes of faces
 */
export function recordsOf(
  slot: LumpName,
  mapVersion: number,
  hasFaceBrushes: boolean,
): readonly LumpRecord<object>[] {
  const version = branchVersion(mapVersion);
  const sets: readonly (readonly [isHere: boolean, records: SlotRecords])[] = [
    [hasFaceBrushes, FACE_BRUSH_RECORDS],
    [version >= 21, PROP_COLLISION_RECORDS],
    [version <= 19, EARLY_RECORDS],
  ];
  const renamed = sets.find(([isHere, records]) => isHere && slot in records);
  const records = (renamed?.[1] ?? (RECORDS as SlotRecords))[slot] ?? [];
  return version === 25 && UNMARKED_WIDE.has(slot) ? records.slice(1) : records;
}

/**
 * Returns the form of a slot's records in a map, with all fields, for any dialect.
 *
 * @param records forms of the slot in standard maps
 * @throws FormatError (BSP) if the lump is not a whole number of records
 */
export const structOf = (
  lumps: LumpReader,
  slot: LumpName,
  records: readonly LumpRecord<object>[],
): LumpStruct => lumps.layout(slot, records).struct;

// Lighting lumps with more data than luxels.

/** `LVLFLAGS_LIGHTMAP_ALPHA` and `LVLFLAGS_LIGHTMAP_ALPHA_3` of CS:GO. */
const ALPHA_FLAGS = 0x4 | 0x10;

export const isLightingLump = (slot: LumpName): slot is "LUMP_LIGHTING" | "LUMP_LIGHTING_HDR" =>
  slot === "LUMP_LIGHTING" || slot === "LUMP_LIGHTING_HDR";

/**
 * Whether a lighting lump has more than luxels. CS:GO and later games store bytes after each face's
 * luxels, so that the lump is not an array of records. The level flags tell; without them, a length
 * that is not a whole number of luxels.
 */
export function hasMoreThanLuxels(lumps: LumpReader, header: LumpLengths, slot: LumpName): boolean {
  if (!isLightingLump(slot)) return false;
  const flags = readLevelFlags(lumps);
  if (flags !== null && (flags & ALPHA_FLAGS) !== 0) return true;
  return lumpLength(lumps, header, slot) % LUXEL_BYTES !== 0;
}

/** Returns `null` if the map has no level flags, or they were not read. */
function readLevelFlags(lumps: LumpReader): number | null {
  if (lumps.isEmpty("LUMP_MAP_FLAGS") || !lumps.has("LUMP_MAP_FLAGS")) return null;
  try {
    const bytes = lumps.bytes("LUMP_MAP_FLAGS");
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return bytes.length < 4 ? null : view.getUint32(0, lumps.littleEndian);
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}
