/** Deflates files for a zip. */

import { deflateSync } from "fflate";
import { crc32 } from "./crc32.ts";

/** A deflated file, for a zip. */
export interface DeflatedFile {
  readonly deflated: Uint8Array;
  /** CRC-32 of the uncompressed file. */
  readonly crc: number;
  readonly byteLength: number;
}

/** Minimum saving. A smaller one does not justify the time to decompress. */
const MIN_GAIN = 0.05;

/**
 * Deflates a file, or returns it unchanged if that saves less than a twentieth. The output is
 * deterministic.
 */
export function deflateFile(bytes: Uint8Array): DeflatedFile | Uint8Array {
  const deflated = deflateSync(bytes, { level: 9 });
  if (deflated.length > bytes.length * (1 - MIN_GAIN)) return bytes;
  return { deflated, crc: crc32(bytes), byteLength: bytes.length };
}
