import type { ByteSource } from "../../../src/content/bytes/byte-source.ts";

/** Bytes in memory that hold their reader to what `ByteSource` asks: ranges lie inside the file. */
export function strictBytes(label: string, bytes: Uint8Array): ByteSource {
  return {
    label,
    byteLength: bytes.length,
    async read(offset, byteLength) {
      const isInside =
        Number.isInteger(offset) &&
        Number.isInteger(byteLength) &&
        offset >= 0 &&
        byteLength >= 0 &&
        offset + byteLength <= bytes.length;
      if (!isInside) {
        throw new RangeError(`${byteLength} bytes at ${offset} are read of ${bytes.length}`);
      }
      return bytes.subarray(offset, offset + byteLength);
    },
  };
}
