/** Counts the records of a lump, including lumps that are not drawn. */

import type { LumpName } from "../lumps.ts";
import type { LumpReader } from "../read/lump-reader.ts";
import { type LumpLengths, lumpLength } from "./lump-length.ts";
import { hasMoreThanLuxels, recordsOf } from "./lump-structs.ts";

export interface RecordCount {
  readonly records: number;
  readonly recordBytes: number;
}

/**
 * Returns the record count; `null` if the lump is not an array of records. Only the compression
 * header of the lump has to be loaded. Throws FormatError if the length does not fit the records.
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
