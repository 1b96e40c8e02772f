/** Reads LUMP_OCCLUSION as tables. */

import { FormatError } from "../../../core/errors.ts";
import { readRecords } from "../../binary/read-records.ts";
import { CountedRecords } from "../read/counted-records.ts";
import type { LumpReader } from "../read/lump-reader.ts";
import { OCCLUDER_POLYS, OCCLUDER_VERTICES, OCCLUDERS } from "../records/physics.ts";
import type { LumpStruct } from "../records/record.ts";
import { withWords } from "./flag-names.ts";
import { columnTable, type LumpTable } from "./lump-table.ts";

/**
 * Reads LUMP_OCCLUSION: three lists, each preceded by its count. Versions below 2 have occluders
 * without an area, but in some games with one. The reading that ends at the lump's end is used.
 * Source: Valve's public `bspfile.h`. Throws FormatError.
 */
export function readOcclusion(lumps: LumpReader): LumpTable[] {
  const { version } = lumps.entry("LUMP_OCCLUSION");
  const { withArea, withoutArea } = OCCLUDERS;
  const [byVersion, other] = (version >= 2 ? [withArea, withoutArea] : [withoutArea, withArea]).map(
    ({ struct }) => struct,
  );
  if (endsWithLump(lumps, other) && !endsWithLump(lumps, byVersion))
    return readLists(lumps, other).tables;
  return readLists(lumps, byVersion).tables;
}

function endsWithLump(lumps: LumpReader, occluders: LumpStruct): boolean {
  try {
    return readLists(lumps, occluders).isWhole;
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}

function readLists(lumps: LumpReader, occluders: LumpStruct) {
  const bytes = lumps.bytes("LUMP_OCCLUSION");
  const lists = new CountedRecords(bytes, "LUMP_OCCLUSION", lumps.littleEndian);
  const structs = [occluders, OCCLUDER_POLYS.struct, OCCLUDER_VERTICES.struct];
  const tables = structs.map((record) => {
    const records = lists.take(record.name, record.bytes);
    const { littleEndian } = lumps;
    const columns = readRecords(records, record, littleEndian);
    const table = columnTable(record.name, record.bytes, columns);
    return withWords("LUMP_OCCLUSION", table, { version: 0, littleEndian, record });
  });
  return { tables, isWhole: lists.at === bytes.length };
}
