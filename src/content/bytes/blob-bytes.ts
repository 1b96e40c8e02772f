import { CancelledError } from "../../core/errors.ts";
import type { ByteSource } from "./byte-source.ts";

/**
 * A file that was picked or dropped, read in slices. A `File` handle stays on disk until it is read,
 * on any thread, so a game's archives cost no memory. Reads reject with one sentence when the file was
 * changed, moved or taken away since it was picked: browsers do not let a page read what is there now.
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

/** All of a blob. Rejects as `blobBytes` does. */
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
