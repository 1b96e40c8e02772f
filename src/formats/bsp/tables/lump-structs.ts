/** Which records stand in a slot of the lump directory: that depends on the map's version. */

import type { LumpName } from "../lumps.ts";
import type { LumpReader } from "../read/lump-reader.ts";
import { DRAPED_STRUCTS } from "./draped-structs.ts";
import { LIGHT_STRUCTS, LIGHTMAP_PAGE_STRUCTS } from "./light-structs.ts";
import { type LumpLengths, lumpLength } from "./lump-length.ts";
import type { LumpStruct, LumpStructs } from "./lump-struct.ts";
import {
  FACE_BRUSH_STRUCTS,
  PORTAL_STRUCTS,
  PROP_COLLISION_STRUCTS,
  SOLID_STRUCTS,
} from "./solid-structs.ts";
import { WORLD_STRUCTS } from "./world-structs.ts";

const STRUCTS: LumpStructs = {
  ...WORLD_STRUCTS,
  ...SOLID_STRUCTS,
  ...LIGHT_STRUCTS,
  ...DRAPED_STRUCTS,
};

/** Names of slots that mean something else in some versions; where no row fits, the slot's own holds. */
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

/** Of the engine's branch: Dark Messiah's is two shorts, of which the first is that. */
export const branchVersion = (version: number): number => version & 0xffff;

/** What Valve's headers call a slot in maps of a version. */
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

/** The slot of a name: any that it has in some version, with or without `LUMP_`, in any case; or its number. */
export function findSlot(name: string, slots: readonly LumpName[]): LumpName | null {
  if (/^\d{1,2}$/.test(name)) return slots[Number(name)] ?? null;
  const upper = name.toUpperCase();
  const full = upper.startsWith("LUMP_") ? upper : `LUMP_${upper}`;
  const renamed = RENAMED.find((row) => row.name === full);
  return renamed?.slot ?? slots.find((slot) => slot === full) ?? null;
}

/** Lumps of version 25 whose wide records, the last of the forms, have the lump version of the narrow ones. */
const UNMARKED_WIDE: ReadonlySet<LumpName> = new Set(["LUMP_FACEIDS", "LUMP_ORIGINALFACES"]);

/** Whether slot 23 holds a list of brushes for each face: it has as many records as there are faces. */
export function hasFaceBrushes(lumps: LumpReader, header: LumpLengths): boolean {
  if (branchVersion(header.version) < 21 || lumps.isEmpty("LUMP_UNUSED1")) return false;
  const present = (["LUMP_FACES", "LUMP_FACES_HDR"] as const).find((lump) => !lumps.isEmpty(lump));
  if (present === undefined) return false;
  const faces =
    lumpLength(lumps, header, present) / lumps.layout(present, WORLD_STRUCTS.LUMP_FACES!).bytes;
  const length = lumpLength(lumps, header, "LUMP_UNUSED1");
  return FACE_BRUSH_STRUCTS.LUMP_UNUSED1!.some(({ bytes }) => length === faces * bytes);
}

/**
 * The forms of a slot's records, of which the lump's version and length say which; none: no records.
 *
 * @param hasFaceBrushes whether the map has brushes of faces in slots 22 and 23
 */
export function structsOf(
  slot: LumpName,
  mapVersion: number,
  hasFaceBrushes: boolean,
): readonly LumpStruct[] {
  const version = branchVersion(mapVersion);
  if (hasFaceBrushes && slot in FACE_BRUSH_STRUCTS) return FACE_BRUSH_STRUCTS[slot] ?? [];
  if (version >= 21 && slot in PROP_COLLISION_STRUCTS) return PROP_COLLISION_STRUCTS[slot] ?? [];
  if (version <= 19 && slot in PORTAL_STRUCTS) return PORTAL_STRUCTS[slot] ?? [];
  if (version <= 19 && slot in LIGHTMAP_PAGE_STRUCTS) return LIGHTMAP_PAGE_STRUCTS[slot] ?? [];
  if (version === 25 && UNMARKED_WIDE.has(slot)) return (STRUCTS[slot] ?? []).slice(1);
  return STRUCTS[slot] ?? [];
}

export { hasMoreThanLuxels } from "./light/luxel-alphas.ts";
