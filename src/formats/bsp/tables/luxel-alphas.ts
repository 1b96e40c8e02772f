/** Detects lighting lumps with more data than luxels. */

import { FormatError } from "../../../core/errors.ts";
import type { LumpName } from "../lumps.ts";
import type { LumpReader } from "../read/lump-reader.ts";
import { type LumpLengths, lumpLength } from "./lump-length.ts";

const LUXEL_BYTES = 4;
/** `LVLFLAGS_LIGHTMAP_ALPHA` and `LVLFLAGS_LIGHTMAP_ALPHA_3` of CS:GO. */
const ALPHA_FLAGS = 0x4 | 0x10;

export const isLight = (slot: LumpName): slot is "LUMP_LIGHTING" | "LUMP_LIGHTING_HDR" =>
  slot === "LUMP_LIGHTING" || slot === "LUMP_LIGHTING_HDR";

/**
 * Whether a lighting lump has more than luxels. CS:GO and later games store bytes after each face's
 * luxels, so that the lump is not an array of records. The level flags tell; without them, a length
 * that is not a whole number of luxels.
 */
export function hasMoreThanLuxels(lumps: LumpReader, header: LumpLengths, slot: LumpName): boolean {
  if (!isLight(slot)) return false;
  const flags = readLevelFlags(lumps);
  if (flags !== null && (flags & ALPHA_FLAGS) !== 0) return true;
  return lumpLength(lumps, header, slot) % LUXEL_BYTES !== 0;
}

/** Returns `null` if the map has no level flags, or they were not read. */
function readLevelFlags(lumps: LumpReader): number | null {
  if (lumps.isEmpty("LUMP_MAP_FLAGS") || !lumps.has("LUMP_MAP_FLAGS")) return null;
  try {
    const bytes = lumps.bytes("LUMP_MAP_FLAGS");
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return bytes.length < 4 ? null : view.getUint32(0, lumps.littleEndian);
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}
