/** Files that a person picked or dropped. */

import { CancelledError } from "../../core/errors.ts";
import { blobBytes, readBlob } from "../bytes/blob-bytes.ts";
import { giveBytes } from "../bytes/given-bytes.ts";
import { indexByRoots } from "../content-roots.ts";
import { normalizeContentPath } from "../normalize-content-path.ts";
import type { ContentFile, ContentPath, ContentSource } from "../types.ts";

/** Found by their whole paths, and from each folder on them that is a content root. */
export function filesSource(label: string, files: readonly ContentFile[]): ContentSource {
  return blobsSource(label, indexByRoots(files.map(({ path, blob }) => [path, blob] as const)));
}

/** Found by their whole paths only; of several with one path, the first. */
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
      // Whole, as it is: a browser makes each slice in another process, and waits for it.
      return blob ? giveBytes(await readBlob(blob, path, signal)) : null;
    },
    async open(path) {
      const blob = blobs.get(path);
      return blob ? blobBytes(blob, path) : null;
    },
  };
}
