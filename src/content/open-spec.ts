import { CancelledError } from "../core/errors.ts";
import { blobBytes, readBlob } from "./bytes/blob-bytes.ts";
import { giveBytes } from "./bytes/given-bytes.ts";
import { openFileHandle } from "./bytes/open-bytes.ts";
import { indexByRoots } from "./content-roots.ts";
import { listHandle } from "./game/list-handle.ts";
import { urlSource } from "./http/url-source.ts";
import { normalizeContentPath } from "./normalize-content-path.ts";
import type { ContentFile, ContentPath, ContentSource, ContentSpec } from "./types.ts";

// Folder on disk behind a handle (File System Access), listed on demand.

type Listing = ReadonlyMap<string, FileSystemHandle>;

/**
 * Finds files in a folder whose names may differ in case from the lower-case content paths. Each
 * folder on the way is listed once.
 */
export function directoryHandleSource(
  label: string,
  root: FileSystemDirectoryHandle,
): ContentSource {
  const listings = new Map<string, Promise<Listing | null>>();

  /** Lists the folder at a path, found in the listing of its parent. */
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
    // The waiting reader gets the rejection; this only allows another try.
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

// Picked or dropped files.

/** Finds files by whole path, and from each content folder on the path. */
export function filesSource(label: string, files: readonly ContentFile[]): ContentSource {
  return blobsSource(label, indexByRoots(files.map(({ path, blob }) => [path, blob] as const)));
}

/** Finds files by whole path only. If several have one path, the first wins. */
export function folderSource(label: string, files: readonly ContentFile[]): ContentSource {
  const blobs = new Map<ContentPath, Blob>();
  for (const { path, blob } of files) {
    const normalized = normalizeContentPath(path);
    if (!blobs.has(normalized)) blobs.set(normalized, blob);
  }
  return blobsSource(label, blobs);
}

function blobsSource(label: string, blobs: ReadonlyMap<ContentPath, Blob>): ContentSource {
  return {
    label,
    async read(path, signal, draw) {
      if (signal?.aborted) throw new CancelledError();
      const blob = blobs.get(path);
      if (blob) draw?.(blob.size);
      // Reads the blob whole: browsers create each slice in another process, which costs a wait.
      return blob ? giveBytes(await readBlob(blob, path, signal)) : null;
    },
    async open(path) {
      const blob = blobs.get(path);
      return blob ? blobBytes(blob, path) : null;
    },
  };
}

/** Opens the source that a spec describes. Rejects if it is an archive that cannot be read. */
export async function openSpec(spec: ContentSpec, signal?: AbortSignal): Promise<ContentSource> {
  switch (spec.kind) {
    case "files":
      return filesSource(spec.label, spec.files);
    case "folder":
      return folderSource(spec.label, spec.files);
    case "directory":
      return directoryHandleSource(spec.label, spec.handle);
    case "archive": {
      // Loaded when the first archive is opened.
      const { openArchive } = await import("./archives/open-archive.ts");
      return openArchive(spec.file, spec.parts, signal);
    }
    case "url":
      return urlSource(spec.base, spec.limits);
  }
}
