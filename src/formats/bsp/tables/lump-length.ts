import type { LumpName } from "../lumps.ts";
import type { BspHeader } from "../parse-bsp-header.ts";
import type { LumpReader } from "../read/lump-reader.ts";

/** What the directory says of lengths. */
export type LumpLengths = Pick<BspHeader, "version" | "uncompressedLength">;

/** Bytes of a lump once unpacked, as the directory says it: the lump itself need not be read. */
export function lumpLength(lumps: LumpReader, header: LumpLengths, slot: LumpName): number {
  const { index, length, compressed } = lumps.entry(slot);
  return compressed ? header.uncompressedLength[index] >>> 0 : Math.max(0, length);
}
