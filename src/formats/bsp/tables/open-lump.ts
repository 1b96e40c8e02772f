/** One lump of a map file, by its name. */

import type { Limits } from "../../../core/limits.ts";
import { LUMP_NAMES } from "../lumps.ts";
import { findSlot, hasFaceBrushes, nameLump } from "./lump-structs.ts";
import type { LumpTable } from "./lump-table.ts";
import { openLumps } from "./open-lumps.ts";
import { readLumpTables } from "./read-lump-tables.ts";

export interface LumpContents {
  readonly index: number;
  /** As Valve's headers call it in maps of this version. */
  readonly name: string;
  readonly version: number;
  readonly offset: number;
  /** In the file. */
  readonly length: number;
  readonly compressed: boolean;
  /** Once decompressed. */
  readonly byteLength: number;
  /** None where it is empty, or nothing public says what stands in it. */
  readonly tables: readonly LumpTable[];
}

/**
 * Reads a lump of a map as tables.
 *
 * @param name as in Valve's headers, with or without `LUMP_`, in any case
 * @returns null if no lump is called so
 * @throws FormatError
 */
export function openLump(stored: Uint8Array, name: string, limits?: Limits): LumpContents | null {
  const slot = findSlot(name, LUMP_NAMES);
  if (slot === null) return null;
  const { header, lumps } = openLumps(stored, limits);
  const { index, version, offset, length, compressed } = lumps.entry(slot);
  return {
    index,
    name: nameLump(slot, header.version, hasFaceBrushes(lumps, header.version)),
    version,
    offset,
    length,
    compressed,
    byteLength: length === 0 ? 0 : lumps.bytes(slot).length,
    tables: readLumpTables(lumps, slot, header.version),
  };
}
