/**
 * Reads files that do not begin like a map. A separate module, fetched with the first such file.
 */

import type { ByteSource } from "../../content/bytes/byte-source.ts";
import { decipheredBytes } from "../../content/bytes/deciphered-bytes.ts";
import { decipherMap, findMapKey } from "../../formats/bsp/cipher.ts";
import { type BspHeader, parseBspHeader } from "../../formats/bsp/parse-bsp-header.ts";
import { explainBadMagic } from "../../formats/foreign-file.ts";

/**
 * Reads the header of an enciphered map.
 *
 * @param error error of the plain reader; a clearer form of it is thrown if the file is no
 *   enciphered map
 */
export function readForeignHeader(
  error: unknown,
  head: Uint8Array,
  source: ByteSource,
): { readonly header: BspHeader; readonly source: ByteSource } {
  const key = findMapKey(head);
  if (key === null) throw explainBadMagic(error, head);
  const header = parseBspHeader(decipherMap(head, 0, key), source.byteLength);
  return { header, source: decipheredBytes(source, key) };
}
