/** Opens a map by itself, packed as bzip2, or in an archive with its content. */

import type { Limits } from "../../core/limits.ts";
import type { ByteSource } from "../bytes/byte-source.ts";
import { type UnpackedMap, unpackMap } from "./unpack-map.ts";

const ZIP_MAGICS = ["PK\x03\x04", "PK\x05\x06"];
const GMA_MAGIC = "GMAD";

/**
 * Finds the map in a file, whose format is detected from its first bytes. Archives with several
 * maps need `wanted`, the name of one (`de_office`, with or without folder and extension); the
 * error lists their names.
 * @param limits override `LIMITS`
 * @throws FormatError of the archive's format, or a plain error
 */
export async function openMapFile(
  bytes: ByteSource,
  wanted?: string,
  signal?: AbortSignal,
  limits?: Limits,
): Promise<UnpackedMap> {
  const start = await bytes.read(0, Math.min(4, bytes.byteLength), signal);
  const magic = String.fromCharCode(...start);
  if (ZIP_MAGICS.includes(magic) || magic === GMA_MAGIC) {
    // Loaded when the first archive is opened.
    const { openInGma, openInZip } = await import("./open-packed-map.ts");
    const open = magic === GMA_MAGIC ? openInGma : openInZip;
    return open(bytes, wanted, signal, limits);
  }
  return { name: null, bytes: await unpackMap(bytes, signal, limits), content: null };
}
