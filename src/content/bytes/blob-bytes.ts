import { CancelledError } from "../../core/errors.ts";
import type { ByteSource } from "./byte-source.ts";

/**
 * Reads a picked or dropped file in slices. A `File` stays on disk until it is read, on any thread,
 * so a game's archives cost no memory. Reads reject with a plain error if the file was changed,
 * moved or deleted since it was picked: browsers do not allow reading the new contents.
 */
export function blobBytes(blob: Blob, label = nameOf(blob)): ByteSource {
  return {
    label,
    byteLength: blob.size,
    async read(offset, byteLength, signal) {
      const bytes = await readBlob(blob.slice(offset, offset + byteLength), label, signal);
      if (bytes.length !== byteLength) {
        throw new Error(`${label} gave ${bytes.length} of ${byteLength} bytes at ${offset}`);
      }
      return bytes;
    },
  };
}

/** Reads a whole blob. Rejects as `blobBytes` does. */
export async function readBlob(
  blob: Blob,
  label: string,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  if (signal?.aborted) throw new CancelledError();
  let buffer: ArrayBuffer;
  try {
    buffer = await blob.arrayBuffer();
  } catch (error) {
    if (signal?.aborted) throw new CancelledError();
    throw new Error(`${label} can no longer be read (${reasonOf(error)}); pick it again`);
  }
  if (signal?.aborted) throw new CancelledError();
  return new Uint8Array(buffer);
}

function nameOf(blob: Blob): string {
  return blob instanceof File ? blob.name : "file";
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
