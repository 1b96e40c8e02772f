import { CancelledError } from "../../core/errors.ts";
import { openHttpBytes } from "../http/http-bytes.ts";
import type { StoredFile } from "../types.ts";
import { blobBytes } from "./blob-bytes.ts";
import type { ByteSource } from "./byte-source.ts";

/**
 * Opens a picked file, a file handle or a URL for reading in parts. The signal cancels opening
 * only, not later reads: other readers may share the opened file.
 */
export async function openBytes(file: StoredFile, signal?: AbortSignal): Promise<ByteSource> {
  if (signal?.aborted) throw new CancelledError();
  if (file instanceof Blob) return blobBytes(file);
  const bytes =
    "url" in file ? await openHttpBytes(file.url) : blobBytes(await openFileHandle(file));
  if (signal?.aborted) throw new CancelledError();
  return bytes;
}

/** Opens a file handle. Rejects with a plain error if the file is gone or may no longer be read. */
export async function openFileHandle(handle: FileSystemFileHandle): Promise<File> {
  try {
    return await handle.getFile();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${handle.name} can no longer be read (${reason}); pick it again`);
  }
}
