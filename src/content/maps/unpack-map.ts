/** Unpacks maps that are stored as `.bsp.bz2`. */

import { Ledger } from "../../core/ledger.ts";
import type { Limits } from "../../core/limits.ts";
import { isBz2 } from "../../formats/bz2/is-bz2.ts";
import type { ByteSource } from "../bytes/byte-source.ts";
import { memoryBytes } from "../bytes/memory-bytes.ts";
import type { ContentSource } from "../types.ts";

const MAGIC_BYTES = 4;
/** Larger than any map. */
const MAX_MAP_BYTES = 2 ** 29;

/** A .bsp, with its name and archive. */
export interface UnpackedMap {
  /** Name of the map in its archive, such as `de_office`; null if it is not in one. */
  readonly name: string | null;
  /** The .bsp; a slice of the archive if that stores it uncompressed. */
  readonly bytes: ByteSource;
  /** Archive that the map lay in, which usually has its content too; null if there is none. */
  readonly content: ContentSource | null;
}

/** Returns `de_dust2` for `maps/de_dust2.bsp.bz2`. */
export function mapName(path: string): string {
  return path.replace(/^.*[\\/]/, "").replace(/\.bsp(\.bz2)?$/i, "");
}

export function isMapPath(path: string): boolean {
  return /\.bsp(\.bz2)?$/i.test(path);
}

/**
 * Unpacks a map that is stored as `.bsp.bz2`, as game servers send them; other files are returned
 * unchanged. The format is detected from the first bytes. Rejects with FormatError (BZ2).
 */
export async function unpackMap(
  bytes: ByteSource,
  signal?: AbortSignal,
  limits?: Limits,
): Promise<ByteSource> {
  const start = await bytes.read(0, Math.min(MAGIC_BYTES, bytes.byteLength), signal);
  if (!isBz2(start)) return bytes;
  const { decompressBz2 } = await import("../../formats/bz2/decompress-bz2.ts");
  const packed = await bytes.read(0, bytes.byteLength, signal);
  const ledger = new Ledger(limits);
  ledger.addInput(packed.length);
  const limit = Math.min(ledger.limit("packedBytes"), MAX_MAP_BYTES);
  return memoryBytes(bytes.label.replace(/\.bz2$/i, ""), decompressBz2(packed, limit));
}
