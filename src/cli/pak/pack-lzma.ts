import { compress } from "lzma1";
import { encodeRuns, RUN_PROPERTIES, writeValveLzma } from "../../formats/lzma/encode-lzma.ts";

/** Header of the encoder's files: five bytes of properties, then the length in eight bytes. */
const PROPERTY_BYTES = 5;
const FILE_HEADER_BYTES = PROPERTY_BYTES + 8;
/** Version of the coder, 9.20, and the length of its properties. */
const ENTRY_HEADER = [9, 20, PROPERTY_BYTES, 0];

/** Packs a zip entry for method 14; null if that is not smaller. */
export function packLzma(bytes: Uint8Array): Uint8Array | null {
  const { properties, data } = encode(bytes);
  const start = ENTRY_HEADER.length + PROPERTY_BYTES;
  if (start + data.length >= bytes.length) return null;
  const packed = new Uint8Array(start + data.length);
  packed.set(ENTRY_HEADER);
  packed.set(properties, ENTRY_HEADER.length);
  packed.set(data, start);
  return packed;
}

/** Packs a lump, with Valve's header; null if that is not smaller. */
export function packLump(bytes: Uint8Array): Uint8Array | null {
  const { properties, data } = encode(bytes);
  const packed = writeValveLzma(properties, data, bytes.length);
  return packed.length < bytes.length ? packed : null;
}

/** Length of data from which the fast encoder is tried. */
const LARGE_BYTES = 2 ** 18;
/**
 * Compression ratio above which the fast encoder is used: on such repetitive data the other one
 * takes seconds for each MB.
 */
const RUN_RATIO = 16;

function encode(bytes: Uint8Array) {
  if (bytes.length >= LARGE_BYTES) {
    const data = encodeRuns(bytes, bytes.length / RUN_RATIO);
    if (data !== null) return { properties: RUN_PROPERTIES, data };
  }
  const file = bytes.length === 0 ? new Uint8Array(FILE_HEADER_BYTES) : compress(bytes);
  return {
    properties: file.subarray(0, PROPERTY_BYTES),
    data: file.subarray(FILE_HEADER_BYTES),
  };
}
