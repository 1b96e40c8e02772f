/** Files that a person picked or dropped. */

import { CancelledError } from "../core/errors.ts";
import { normalizeContentPath } from "./normalize-content-path.ts";
import type { ContentFile, ContentSource } from "./types.ts";

/** The folders that a game's content lies in; a path counts from any of them. */
const ROOTS = new Set([
  ...["materials", "models", "maps", "sound", "scripts", "particles", "resource"],
  ...["shaders", "scenes", "expressions", "media", "cfg"],
]);

/**
 * A picked folder may be the game's, one of `custom` in it, or any folder above. So each file is found
 * by its whole path and from each folder on it that is a content root; an earlier file goes before a
 * later one, and a path from an outer root before one from an inner.
 */
export function filesSource(label: string, files: readonly ContentFile[]): ContentSource {
  const blobs = new Map<string, Blob>();
  const add = (path: string, blob: Blob) => {
    if (!blobs.has(path)) blobs.set(path, blob);
  };
  const inner: [string, Blob][] = [];
  for (const { path, blob } of files) {
    const segments = normalizeContentPath(path).split("/");
    const folders = segments.slice(0, -1);
    const roots = folders.flatMap((name, i) => (ROOTS.has(name) ? [i] : []));
    const [outermost, ...others] = roots;
    if (outermost !== undefined) add(segments.slice(outermost).join("/"), blob);
    for (const root of others) inner.push([segments.slice(root).join("/"), blob]);
    if (outermost !== 0) inner.push([segments.join("/"), blob]);
  }
  for (const [path, blob] of inner) add(path, blob);

  return {
    label,
    async read(path, signal) {
      if (signal?.aborted) throw new CancelledError();
      const blob = blobs.get(path);
      if (!blob) return null;
      const bytes = new Uint8Array(await blob.arrayBuffer());
      if (signal?.aborted) throw new CancelledError();
      return bytes;
    },
  };
}
