/** How many records a lump holds, also one that nothing is drawn from. */

import type { LumpName } from "../lumps.ts";
import type { LumpReader } from "../read/lump-reader.ts";
import { type LumpLengths, lumpLength } from "./lump-length.ts";
import { hasMoreThanLuxels, recordsOf } from "./lump-structs.ts";

export interface RecordCount {
  readonly records: number;
  readonly recordBytes: number;
}

/**
 * Nothing of the lump need be read but what says that it is packed. null: it is no array of records.
 * Throws FormatError where it should be one, and is not.
 */
export function countRecords(
  lumps: LumpReader,
  slot: LumpName,
  header: LumpLengths,
  hasFaceBrushes: boolean,
): RecordCount | null {
  const forms = recordsOf(slot, header.version, hasFaceBrushes);
  if (forms.length === 0 || lumps.isEmpty(slot)) return null;
  if (hasMoreThanLuxels(lumps, header, slot)) return null;
  const { bytes } = lumps.layout(slot, forms);
  const records = lumpLength(lumps, header, slot) / bytes;
  return Number.isInteger(records) ? { records, recordBytes: bytes } : null;
}
