/** A file that does not begin as maps do. By itself, so that only who meets such a file fetches it. */

import type { ByteSource } from "../../content/bytes/byte-source.ts";
import { decipheredBytes } from "../../content/bytes/deciphered-bytes.ts";
import { decipherMap, findMapKey } from "../../formats/bsp/cipher.ts";
import { type BspHeader, parseBspHeader } from "../../formats/bsp/parse-bsp-header.ts";
import { explainBadMagic } from "../../formats/foreign-file.ts";

/**
 * The header of an enciphered map.
 *
 * @param error What its reader said of it, which is thrown in better words if it is no such map.
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
