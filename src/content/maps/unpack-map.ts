/** A map as it comes, and as it is. */

import { Ledger } from "../../core/ledger.ts";
import type { Limits } from "../../core/limits.ts";
import { isBz2 } from "../../formats/bz2/is-bz2.ts";
import type { ByteSource } from "../bytes/byte-source.ts";
import { memoryBytes } from "../bytes/memory-bytes.ts";
import type { ContentSource } from "../types.ts";

const MAGIC_BYTES = 4;
/** Larger than any map. */
const MAX_MAP_BYTES = 2 ** 29;

export interface OpenMapFile {
  /** The map's own name where it lay in an archive: `de_office`. */
  readonly name: string | null;
  /** The .bsp itself; of an archive that stores it as it is, a part of that. */
  readonly bytes: ByteSource;
  /** The archive it lay in: maps are handed out with what they need. */
  readonly content: ContentSource | null;
}

/** `de_dust2`, for `maps/de_dust2.bsp.bz2`. */
export function mapName(path: string): string {
  return path.replace(/^.*[\\/]/, "").replace(/\.bsp(\.bz2)?$/i, "");
}

export function isMapPath(path: string): boolean {
  return /\.bsp(\.bz2)?$/i.test(path);
}

/**
 * A map as it is, or unpacked where it is stored as `.bsp.bz2`, the way game servers hand maps out.
 * What it is, its first bytes tell. Rejects with FormatError (BZ2).
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
