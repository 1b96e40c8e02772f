import { decipherMap } from "../../formats/bsp/cipher.ts";
import type { ByteSource } from "./byte-source.ts";

/** Returns a source that reads an enciphered map deciphered. */
export function decipheredBytes(source: ByteSource, key: Uint8Array): ByteSource {
  return {
    label: source.label,
    byteLength: source.byteLength,
    async read(offset, byteLength, signal) {
      return decipherMap(await source.read(offset, byteLength, signal), offset, key);
    },
  };
}
