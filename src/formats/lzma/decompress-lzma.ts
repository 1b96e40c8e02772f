import { decompress } from "lzma1";
import { FormatError } from "../../core/errors.ts";

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
  // The package reads the .lzma file form: properties, u64 size, data.
  const file = new Uint8Array(LZMA_PROPERTY_BYTES + 8 + data.length);
  const view = new DataView(file.buffer);
  file[0] = properties[0];
  // It allocates the dictionary as stated; none larger than the output is ever reached into.
  const stated = new DataView(properties.buffer, properties.byteOffset).getUint32(1, true);
  view.setUint32(1, Math.max(Math.min(stated, byteLength), 4096), true);
  view.setUint32(5, byteLength, true);
  file.set(data, LZMA_PROPERTY_BYTES + 8);
  let unpacked: Uint8Array;
  try {
    unpacked = decompress(file);
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    throw fault("bad-value", where, "intact LZMA data", found);
  }
  // A last match may run over the end; a marker may end the data too soon.
  if (unpacked.length < byteLength) {
    throw fault("truncated", where, `${byteLength} bytes unpacked`, `${unpacked.length}`);
  }
  return unpacked.length === byteLength ? unpacked : unpacked.slice(0, byteLength);
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
