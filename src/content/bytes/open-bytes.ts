import { CancelledError } from "../../core/errors.ts";
import { openHttpBytes } from "../http/http-bytes.ts";
import type { StoredFile } from "../types.ts";
import { blobBytes } from "./blob-bytes.ts";
import type { ByteSource } from "./byte-source.ts";

/**
 * Opens a picked file, the handle of one, or a URL for reading in parts. The signal ends the opening
 * and not what is read later: what one reader opens, others go on reading.
 */
export async function openBytes(file: StoredFile, signal?: AbortSignal): Promise<ByteSource> {
  if (signal?.aborted) throw new CancelledError();
  if (file instanceof Blob) return blobBytes(file);
  const bytes =
    "url" in file ? await openHttpBytes(file.url) : blobBytes(await openFileHandle(file));
  if (signal?.aborted) throw new CancelledError();
  return bytes;
}

/** Rejects with one sentence where the file is gone, or may no longer be read. */
export async function openFileHandle(handle: FileSystemFileHandle): Promise<File> {
  try {
    return await handle.getFile();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${handle.name} can no longer be read (${reason}); pick it again`);
  }
}
