/**
 * Builds a zip without its directory, of entries that all end in the same deflated bytes: each
 * contains the header of the next in a stored block. The checksums are wrong, so that no entry is
 * skipped as intact.
 */

import { deflateSync } from "fflate";

const HEADER_BYTES = 31;
const BLOCK_BYTES = 5;
const STEP_BYTES = HEADER_BYTES + BLOCK_BYTES;

export function zipLocalHeaders(count: number, byteLength: number): Uint8Array {
  const data = deflateSync(new Uint8Array(byteLength));
  const bytes = new Uint8Array(count * STEP_BYTES - BLOCK_BYTES + data.length);
  const view = new DataView(bytes.buffer);
  bytes.set(data, bytes.length - data.length);
  for (let i = 0; i < count; i++) {
    const at = i * STEP_BYTES;
    view.setUint32(at, 0x04034b50, true);
    view.setUint16(at + 8, 8, true);
    view.setUint32(at + 14, 1, true);
    view.setUint32(at + 18, bytes.length - at - HEADER_BYTES, true);
    view.setUint32(at + 22, byteLength + (count - 1 - i) * HEADER_BYTES, true);
    view.setUint16(at + 26, 1, true);
    bytes[at + 30] = 0x61;
    if (i === count - 1) break;
    view.setUint16(at + HEADER_BYTES + 1, HEADER_BYTES, true);
    view.setUint16(at + HEADER_BYTES + 3, ~HEADER_BYTES, true);
  }
  return bytes;
}
