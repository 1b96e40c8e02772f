/** How many records a lump holds, also one that nothing is drawn from. */

import { FormatError } from "../../../core/errors.ts";
import type { LumpName } from "../lumps.ts";
import type { LumpReader } from "../read/lump-reader.ts";
import { structsOf } from "./lump-structs.ts";

export interface RecordCount {
  readonly records: number;
  readonly recordBytes: number;
}

/** null where the lump is no array of records, or not of whole ones. */
export function countRecords(
  lumps: LumpReader,
  slot: LumpName,
  version: number,
  hasFaceBrushes: boolean,
): RecordCount | null {
  const structs = structsOf(slot, version, hasFaceBrushes);
  if (structs.length === 0 || lumps.isEmpty(slot)) return null;
  try {
    const { bytes } = lumps.layout(slot, structs);
    const records = lumps.bytes(slot).length / bytes;
    return Number.isInteger(records) ? { records, recordBytes: bytes } : null;
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}
