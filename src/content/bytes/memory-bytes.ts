import { CancelledError } from "../../core/errors.ts";
import type { ByteSource } from "./byte-source.ts";

/** Wraps bytes in memory. Reads return views of them. */
export function memoryBytes(label: string, bytes: Uint8Array): ByteSource {
  return {
    label,
    byteLength: bytes.length,
    async read(offset, byteLength, signal) {
      if (signal?.aborted) throw new CancelledError();
      return bytes.subarray(offset, offset + byteLength);
    },
  };
}
