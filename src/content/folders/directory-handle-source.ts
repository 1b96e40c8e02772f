/** A folder on disk behind a handle (File System Access), walked as far as it is asked for. */

import { CancelledError } from "../../core/errors.ts";
import { blobBytes, readBlob } from "../bytes/blob-bytes.ts";
import { giveBytes } from "../bytes/given-bytes.ts";
import { openFileHandle } from "../bytes/open-bytes.ts";
import type { ContentSource } from "../types.ts";
import { listHandle } from "./list-handle.ts";

type Listing = ReadonlyMap<string, FileSystemHandle>;

/** Content paths are lower case and the disk's names are not: each folder on the way is listed once. */
export function directoryHandleSource(
  label: string,
  root: FileSystemDirectoryHandle,
): ContentSource {
  const listings = new Map<string, Promise<Listing | null>>();

  /** The folder at a path, from the listing of the one above it. */
  const list = (path: string): Promise<Listing | null> => {
    const known = listings.get(path);
    if (known) return known;
    const listing = (async () => {
      if (path === "") return listHandle(root);
      const slash = path.lastIndexOf("/");
      const above = await list(path.slice(0, Math.max(slash, 0)));
      const handle = above?.get(path.slice(slash + 1));
      return handle?.kind === "directory" ? listHandle(handle as FileSystemDirectoryHandle) : null;
    })();
    listings.set(path, listing);
    // A reader that waits gets the rejection; this only makes room for another try.
    listing.catch(() => listings.delete(path));
    return listing;
  };

  const find = async (path: string): Promise<File | null> => {
    const slash = path.lastIndexOf("/");
    const listing = await list(path.slice(0, Math.max(slash, 0)));
    const handle = listing?.get(path.slice(slash + 1));
    return handle?.kind === "file" ? openFileHandle(handle as FileSystemFileHandle) : null;
  };

  return {
    label,
    async read(path, signal, draw) {
      if (signal?.aborted) throw new CancelledError();
      const file = await find(path);
      if (file === null) return null;
      draw?.(file.size);
      return giveBytes(await readBlob(file, path, signal));
    },
    async open(path, signal) {
      if (signal?.aborted) throw new CancelledError();
      const file = await find(path);
      return file && blobBytes(file, path);
    },
  };
}
