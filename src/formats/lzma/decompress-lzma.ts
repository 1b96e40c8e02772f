import { FormatError } from "../../core/errors.ts";
import { decodeLzma, LzmaFault } from "./decode-lzma.ts";

/** Bytes of LZMA1's properties: lc/lp/pb, then the dictionary's size. */
export const LZMA_PROPERTY_BYTES = 5;

/** No lump or zip entry comes near this; a size above it is a broken header. */
const MAX_OUTPUT_BYTES = 1 << 28;
/** Best case of the coder: a repeated match of 273 bytes in some 0.3 bit. */
const MAX_RATIO = 8192;

/**
 * Decompresses raw LZMA1 (no header of its own) to exactly `byteLength` bytes.
 *
 * @param properties The five property bytes.
 * @param where Named in the error: the lump or entry.
 * @throws FormatError (LZMA) for bad properties, sizes that cannot be, or broken data.
 */
export function decompressLzma(
  properties: Uint8Array,
  data: Uint8Array,
  byteLength: number,
  where: string,
): Uint8Array {
  checkProperties(properties, where);
  if (byteLength > MAX_OUTPUT_BYTES || byteLength > data.length * MAX_RATIO) {
    const limit = Math.min(MAX_OUTPUT_BYTES, data.length * MAX_RATIO);
    throw fault("bad-count", where, `at most ${limit} bytes unpacked`, `${byteLength}`);
  }
  if (byteLength === 0) return new Uint8Array(0);
  let unpacked: Uint8Array;
  try {
    unpacked = decodeLzma(properties[0], data, byteLength);
  } catch (cause) {
    if (!(cause instanceof LzmaFault)) throw cause;
    throw fault("bad-value", where, "intact LZMA data", cause.reason);
  }
  // A marker may end the data too soon.
  if (unpacked.length < byteLength) {
    throw fault("truncated", where, `${byteLength} bytes unpacked`, `${unpacked.length}`);
  }
  return unpacked;
}

function checkProperties(properties: Uint8Array, where: string): void {
  const packed = properties.length === LZMA_PROPERTY_BYTES ? properties[0] : 255;
  const literalBits = (packed % 9) + (Math.floor(packed / 9) % 5);
  // The format allows more literal bits; no encoder uses them, and their tables would be huge.
  if (packed >= 9 * 5 * 5 || literalBits > 4) {
    throw fault("bad-value", where, "five LZMA property bytes with lc + lp <= 4", `${packed}`);
  }
}

function fault(
  code: "bad-count" | "bad-value" | "truncated",
  where: string,
  expected: string,
  found: string,
): FormatError {
  return new FormatError({ format: "LZMA", code, where, offset: 0, expected, found });
}
