/** Reads a file on disk in parts. */

import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import type { ByteSource } from "../../content/bytes/byte-source.ts";
import { CancelledError } from "../../core/errors.ts";
import { refuseNonFile } from "./describe-file-error.ts";
import { noteInput } from "./inputs.ts";

/** Calls `use` with the open file, and closes the file afterwards. Rejects as `open` does. */
export async function withFileBytes<T>(
  path: string,
  use: (bytes: ByteSource) => Promise<T>,
): Promise<T> {
  noteInput(path);
  const file = await open(path);
  try {
    const stats = await file.stat();
    refuseNonFile(path, stats);
    const { size } = stats;
    return await use({
      label: basename(path),
      byteLength: size,
      read: (offset, byteLength, signal) => readWhole(file, offset, byteLength, path, signal),
    });
  } finally {
    await file.close();
  }
}

/** Repeats reads, since one may return fewer bytes than requested before the end of the file. */
async function readWhole(
  file: FileHandle,
  offset: number,
  byteLength: number,
  path: string,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(byteLength);
  for (let done = 0; done < byteLength; ) {
    if (signal?.aborted) throw new CancelledError();
    const { bytesRead } = await file.read(bytes, done, byteLength - done, offset + done);
    if (bytesRead === 0) throw new Error(`${path} became shorter while it was read`);
    done += bytesRead;
  }
  return bytes;
}
