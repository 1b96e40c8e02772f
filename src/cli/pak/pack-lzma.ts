import { compress } from "lzma1";
import { encodeRuns, RUN_PROPERTIES } from "../../formats/lzma/encode-runs.ts";
import { writeValveLzma } from "../../formats/lzma/write-valve-lzma.ts";

/** As the encoder writes a file of its own: five bytes of properties, then the length in eight. */
const PROPERTY_BYTES = 5;
const FILE_HEADER_BYTES = PROPERTY_BYTES + 8;
/** Of the coder, 9.20, and the length of its properties. */
const ENTRY_HEADER = [9, 20, PROPERTY_BYTES, 0];

/** What a zip holds of a file by method 14; null where that is not less. */
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

/** A packed lump, with Valve's header; null where that is not less. */
export function packLump(bytes: Uint8Array): Uint8Array | null {
  const { properties, data } = encode(bytes);
  const packed = writeValveLzma(properties, data, bytes.length);
  return packed.length < bytes.length ? packed : null;
}

/** Data from which on the fast encoder is tried. */
const LARGE_BYTES = 2 ** 18;
/** Data that repeat so often are packed by the fast encoder: the other one takes seconds for each MB of them. */
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
