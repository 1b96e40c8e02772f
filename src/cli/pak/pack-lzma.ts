import { compress } from "lzma1";

/** As the encoder writes a file of its own: five bytes of properties, then the length in eight. */
const PROPERTY_BYTES = 5;
const FILE_HEADER_BYTES = PROPERTY_BYTES + 8;
/** Of the coder, 9.20, and the length of its properties. */
const ENTRY_HEADER = [9, 20, PROPERTY_BYTES, 0];

/** What a zip holds of a file by method 14; null where that is not less. */
export function packLzma(bytes: Uint8Array): Uint8Array | null {
  if (bytes.length === 0) return null;
  const file = compress(bytes);
  const data = file.subarray(FILE_HEADER_BYTES);
  const start = ENTRY_HEADER.length + PROPERTY_BYTES;
  if (start + data.length >= bytes.length) return null;
  const packed = new Uint8Array(start + data.length);
  packed.set(ENTRY_HEADER);
  packed.set(file.subarray(0, PROPERTY_BYTES), ENTRY_HEADER.length);
  packed.set(data, start);
  return packed;
}
