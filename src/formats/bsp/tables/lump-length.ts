/** Finds the decompressed size of a lump. */

import type { LumpName } from "../lumps.ts";
import type { BspHeader } from "../parse-bsp-header.ts";
import type { LumpReader } from "../read/lump-reader.ts";

/** Header fields that give the lengths of lumps. */
export type LumpLengths = Pick<BspHeader, "version" | "uncompressedLength">;

/**
 * Returns the decompressed size of a lump in bytes, from the directory; the lump itself need not be
 * read.
 */
export function lumpLength(lumps: LumpReader, header: LumpLengths, slot: LumpName): number {
  const { index, length, compressed } = lumps.entry(slot);
  return compressed ? header.uncompressedLength[index] >>> 0 : Math.max(0, length);
}
