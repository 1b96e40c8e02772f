/** One lump of a map file, by its name. */

import type { Limits } from "../../../core/limits.ts";
import { LUMP_NAMES } from "../lumps.ts";
import { findSlot, hasFaceBrushes, nameLump } from "./lump-structs.ts";
import type { LumpTable } from "./lump-table.ts";
import { openLumps } from "./open-lumps.ts";
import { readLumpTables } from "./read-lump-tables.ts";

export interface LumpPlace {
  readonly index: number;
  /** As Valve's headers call it in maps of this version. */
  readonly name: string;
  readonly version: number;
  readonly offset: number;
  /** In the file. */
  readonly length: number;
  readonly compressed: boolean;
}

export interface LumpContents extends LumpPlace {
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
export function openLump(file: Uint8Array, name: string, limits?: Limits): LumpContents | null {
  const found = findLump(file, name, limits);
  if (found === null) return null;
  const { place, lumps, slot, header } = found;
  return {
    ...place,
    byteLength: place.length === 0 ? 0 : lumps.bytes(slot).length,
    tables: readLumpTables(lumps, slot, header),
  };
}

/**
 * The bytes of a lump, whatever they are.
 *
 * @param isStored as they lie in the file, where they are packed
 * @returns null if no lump is called so
 * @throws FormatError if the map or the packing is bad
 */
export function readLump(
  file: Uint8Array,
  name: string,
  isStored = false,
  limits?: Limits,
): { readonly place: LumpPlace; readonly bytes: Uint8Array } | null {
  const found = findLump(file, name, limits);
  if (found === null) return null;
  const { place, lumps, slot } = found;
  return { place, bytes: isStored ? lumps.stored(slot) : lumps.bytes(slot) };
}

function findLump(file: Uint8Array, name: string, limits?: Limits) {
  const slot = findSlot(name, LUMP_NAMES);
  if (slot === null) return null;
  const { header, lumps } = openLumps(file, limits);
  const { index, version, offset, length, compressed } = lumps.entry(slot);
  const title = nameLump(slot, header.version, hasFaceBrushes(lumps, header));
  const place: LumpPlace = { index, name: title, version, offset, length, compressed };
  return { place, lumps, slot, header };
}
