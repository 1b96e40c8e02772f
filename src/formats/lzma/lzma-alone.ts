/** Decompresses .lzma files. */

import { decompressLzma, LZMA_PROPERTY_BYTES } from "./decompress-lzma.ts";

/** Header of the .lzma format: properties, u64 decompressed size. It has no magic number. */
const HEADER_BYTES = LZMA_PROPERTY_BYTES + 8;
/** lc 3, lp 0, pb 2: the default of all known encoders. */
const USUAL_PROPERTIES = 0x5d;
const MAX_DICTIONARY_BYTES = 2 ** 30;

/**
 * Whether a file is likely in this format: default properties, plausible sizes of dictionary and
 * data.
 */
export function isLzmaAlone(bytes: Uint8Array): boolean {
  if (bytes.length < HEADER_BYTES || bytes[0] !== USUAL_PROPERTIES) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const dictionaryBytes = view.getUint32(1, true);
  return dictionaryBytes <= MAX_DICTIONARY_BYTES && view.getUint32(9, true) === 0;
}

/** Returns the decompressed size from the header of bytes for which `isLzmaAlone` is true. */
export function lzmaAloneByteLength(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(5, true);
}

/**
 * Decompresses bytes for which `isLzmaAlone` is true.
 * @throws FormatError (LZMA)
 */
export function decompressLzmaAlone(bytes: Uint8Array, where: string): Uint8Array {
  const properties = bytes.subarray(0, LZMA_PROPERTY_BYTES);
  const data = bytes.subarray(HEADER_BYTES);
  return decompressLzma(properties, data, lzmaAloneByteLength(bytes), where);
}
