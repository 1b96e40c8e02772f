import type { ByteSource } from "../../src/content/bytes/byte-source.ts";

/** Makes bytes in memory that count how many of them are read. */
export function countingBytes(label: string, bytes: Uint8Array) {
  const source = {
    label,
    byteLength: bytes.length,
    readBytes: 0,
    reads: 0,
    async read(offset: number, byteLength: number): Promise<Uint8Array> {
      if (offset < 0 || byteLength < 0 || offset + byteLength > bytes.length) {
        throw new Error(`read outside of ${label}: ${byteLength} at ${offset}`);
      }
      source.readBytes += byteLength;
      source.reads++;
      return bytes.slice(offset, offset + byteLength);
    },
  };
  return source satisfies ByteSource;
}

export function asFile(bytes: Uint8Array, name: string): File {
  return new File([bytes as Uint8Array<ArrayBuffer>], name);
}
