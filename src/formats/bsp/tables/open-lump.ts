/** Opens one lump of a map file by name. */

import type { Limits } from "../../../core/limits.ts";
import { LUMP_NAMES } from "../lumps.ts";
import { findSlot, hasFaceBrushes, nameLump } from "./lump-structs.ts";
import type { LumpTable } from "./lump-table.ts";
import { openLumps } from "./open-lumps.ts";
import { readLumpTables } from "./read-lump-tables.ts";

export interface LumpPlace {
  readonly index: number;
  /** Name in Valve's headers for maps of this version. */
  readonly name: string;
  readonly version: number;
  readonly offset: number;
  /** Size in the file in bytes. */
  readonly length: number;
  readonly compressed: boolean;
}

export interface LumpContents extends LumpPlace {
  /** Size after decompression in bytes. */
  readonly byteLength: number;
  /** Tables of the contents; empty if the lump is empty or its format is not public. */
  readonly tables: readonly LumpTable[];
}

/**
 * Reads a lump of a map as tables.
 *
 * @param name name in Valve's headers, with or without `LUMP_`, case-insensitive
 * @returns `null` if no lump has this name
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
 * Returns the bytes of a lump.
 *
 * @param isStored true to return compressed lumps as stored in the file
 * @returns `null` if no lump has this name
 * @throws FormatError if the map or the compressed data is bad
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
