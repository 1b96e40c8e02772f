import { FormatError } from "../../core/errors.ts";
import { decompressLzma, LZMA_PROPERTY_BYTES } from "./decompress-lzma.ts";

/**
 * Valve's wrapper around a compressed lump: "LZMA", u32 actualSize, u32 lzmaSize, five property
 * bytes, raw LZMA1. Little-endian in big-endian files, too. Source: `lzma_header_t`, `tier1`.
 */
export const VALVE_LZMA_HEADER_BYTES = 12 + LZMA_PROPERTY_BYTES;
const MAGIC = [0x4c, 0x5a, 0x4d, 0x41];

export function isValveLzma(bytes: Uint8Array): boolean {
  return bytes.length >= VALVE_LZMA_HEADER_BYTES && MAGIC.every((byte, i) => bytes[i] === byte);
}

/**
 * Unpacks bytes for which `isValveLzma` holds.
 *
 * @param byteLength The unpacked size as the lump's directory states it; the header must agree.
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
