/** How many records a lump holds, also one that nothing is drawn from. */

import type { LumpName } from "../lumps.ts";
import type { LumpReader } from "../read/lump-reader.ts";
import { hasMoreThanLuxels, structsOf } from "./lump-structs.ts";

export interface RecordCount {
  readonly records: number;
  readonly recordBytes: number;
}

/** null where the lump is no array of records. Throws FormatError where it should be one, and is not. */
export function countRecords(
  lumps: LumpReader,
  slot: LumpName,
  version: number,
  hasFaceBrushes: boolean,
): RecordCount | null {
  const structs = structsOf(slot, version, hasFaceBrushes);
  if (structs.length === 0 || lumps.isEmpty(slot)) return null;
  if (hasMoreThanLuxels(lumps, slot)) return null;
  const { bytes } = lumps.layout(slot, structs);
  const records = lumps.bytes(slot).length / bytes;
  return Number.isInteger(records) ? { records, recordBytes: bytes } : null;
}
