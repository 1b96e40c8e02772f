/**
 * Header of a lump compressed by Valve: "LZMA", u32 actualSize, u32 lzmaSize, five property bytes,
 * then raw LZMA1. Little-endian also in big-endian files. Source: `lzma_header_t`, `tier1`.
 */
export const VALVE_LZMA_HEADER_BYTES = 17;
const MAGIC = [0x4c, 0x5a, 0x4d, 0x41];

export function isValveLzma(bytes: Uint8Array): boolean {
  return bytes.length >= VALVE_LZMA_HEADER_BYTES && MAGIC.every((byte, i) => bytes[i] === byte);
}

/** Type of `decompressValveLzma`, whose code is loaded only if something is compressed. */
export type UnpackLzma = (bytes: Uint8Array, byteLength: number, where: string) => Uint8Array;
