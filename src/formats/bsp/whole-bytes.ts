/** Map bytes that are completely in memory. */

import { decompressValveLzma } from "../lzma/valve-lzma.ts";
import type { BspBytes } from "./bsp-bytes.ts";

/** Returns a map file of which all bytes are available. */
export function wholeBytes(bytes: Uint8Array): BspBytes {
  return {
    byteLength: bytes.length,
    has: (offset, byteLength) => offset >= 0 && offset + byteLength <= bytes.length,
    view: (offset, byteLength) => bytes.subarray(offset, offset + byteLength),
    unpack: decompressValveLzma,
  };
}
