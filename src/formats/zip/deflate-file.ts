import { deflateSync } from "fflate";
import { crc32 } from "./crc32.ts";

/** A file as a zip holds it when it is deflated. */
export interface DeflatedFile {
  readonly deflated: Uint8Array;
  /** Of what was deflated. */
  readonly crc: number;
  readonly byteLength: number;
}

/** Less gain is not worth unpacking. */
const MIN_GAIN = 0.05;

/** Deflates a file, or leaves it as it is where that gains less than a twentieth. The same bytes each time. */
export function deflateFile(bytes: Uint8Array): DeflatedFile | Uint8Array {
  const deflated = deflateSync(bytes, { level: 9 });
  if (deflated.length > bytes.length * (1 - MIN_GAIN)) return bytes;
  return { deflated, crc: crc32(bytes), byteLength: bytes.length };
}
