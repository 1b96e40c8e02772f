import { FormatError } from "../../../core/errors.ts";
import { readRecords } from "../../binary/read-records.ts";
import { f32, i32, struct } from "../../binary/struct.ts";
import { CountedRecords } from "../read/counted-records.ts";
import type { LumpReader } from "../read/lump-reader.ts";
import { withWords } from "./flag-names.ts";
import { columnTable, type LumpTable } from "./lump-table.ts";

const occluder = {
  flags: i32(),
  firstpoly: i32(),
  polycount: i32(),
  mins: f32(3),
  maxs: f32(3),
};
const DOCCLUDERDATA_V1 = struct(occluder);
const DOCCLUDERDATA = struct({ ...occluder, area: i32() });
const DOCCLUDERPOLYDATA = struct({ firstvertexindex: i32(), vertexcount: i32(), planenum: i32() });
const VERTEX_INDEX = struct({ vertex: i32() });

/**
 * LUMP_OCCLUSION: three lists, each behind its count. Versions below 2 have occluders without their area, in
 * some games' maps with it: the reading that ends where the lump does holds. Source: Valve's public `bspfile.h`.
 * Throws FormatError.
 */
export function readOcclusion(lumps: LumpReader): LumpTable[] {
  const { version } = lumps.entry("LUMP_OCCLUSION");
  const byVersion = version >= 2 ? DOCCLUDERDATA : DOCCLUDERDATA_V1;
  const other = version >= 2 ? DOCCLUDERDATA_V1 : DOCCLUDERDATA;
  if (endsWithLump(lumps, other) && !endsWithLump(lumps, byVersion))
    return readLists(lumps, other).tables;
  return readLists(lumps, byVersion).tables;
}

function endsWithLump(lumps: LumpReader, occluders: Occluders): boolean {
  try {
    return readLists(lumps, occluders).isWhole;
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}

type Occluders = ReturnType<typeof struct>;

function readLists(lumps: LumpReader, occluders: Occluders) {
  const bytes = lumps.bytes("LUMP_OCCLUSION");
  const lists = new CountedRecords(bytes, "LUMP_OCCLUSION", lumps.littleEndian);
  const rows: readonly (readonly [string, Occluders])[] = [
    ["doccluderdata_t", occluders],
    ["doccluderpolydata_t", DOCCLUDERPOLYDATA],
    ["vertex index", VERTEX_INDEX],
  ];
  const tables = rows.map(([name, layout]) => {
    const records = lists.take(name, layout.bytes);
    const { littleEndian } = lumps;
    const table = columnTable(name, layout.bytes, readRecords(records, layout, littleEndian));
    const record = { name, lumpVersions: [], ...layout };
    return withWords("LUMP_OCCLUSION", table, { version: 0, littleEndian, record });
  });
  return { tables, isWhole: lists.at === bytes.length };
}
