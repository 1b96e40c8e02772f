/** Writes Valve's LZMA header. */

import { VALVE_LZMA_HEADER_BYTES } from "./valve-lzma-header.ts";

/**
 * Prepends Valve's header to compressed data.
 *
 * @param properties five bytes
 * @param byteLength decompressed size
 */
export function writeValveLzma(
  properties: Uint8Array,
  data: Uint8Array,
  byteLength: number,
): Uint8Array {
  const bytes = new Uint8Array(VALVE_LZMA_HEADER_BYTES + data.length);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode("LZMA"));
  view.setUint32(4, byteLength, true);
  view.setUint32(8, data.length, true);
  bytes.set(properties, 12);
  bytes.set(data, VALVE_LZMA_HEADER_BYTES);
  return bytes;
}
