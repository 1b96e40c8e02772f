/** Decompresses LZMA with Valve's header. */

import { FormatError } from "../../core/errors.ts";
import { decompressLzma } from "./decompress-lzma.ts";
import { VALVE_LZMA_HEADER_BYTES } from "./valve-lzma-header.ts";

/**
 * Decompresses bytes for which `isValveLzma` is true.
 *
 * @param byteLength decompressed size from the lump's directory; the header must agree
 * @throws FormatError (LZMA)
 */
export function decompressValveLzma(
  bytes: Uint8Array,
  byteLength: number,
  where: string,
): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const actualSize = view.getUint32(4, true);
  const lzmaSize = view.getUint32(8, true);
  if (actualSize !== byteLength) {
    throw new FormatError({
      format: "LZMA",
      code: "mismatch",
      where,
      offset: 4,
      expected: `${byteLength} unpacked bytes, as the directory says`,
      found: String(actualSize),
    });
  }
  if (lzmaSize > bytes.length - VALVE_LZMA_HEADER_BYTES) {
    throw new FormatError({
      format: "LZMA",
      code: "truncated",
      where,
      offset: 8,
      expected: `${lzmaSize} compressed bytes`,
      found: `${bytes.length - VALVE_LZMA_HEADER_BYTES}`,
    });
  }
  const properties = bytes.subarray(12, VALVE_LZMA_HEADER_BYTES);
  const data = bytes.subarray(VALVE_LZMA_HEADER_BYTES, VALVE_LZMA_HEADER_BYTES + lzmaSize);
  return decompressLzma(properties, data, actualSize, where);
}
