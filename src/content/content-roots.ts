import { normalizeContentPath } from "./normalize-content-path.ts";

/** The folders that a game's content lies in; a path counts from any of them. */
const ROOTS = new Set([
  ...["materials", "models", "maps", "sound", "scripts", "particles", "resource"],
  ...["shaders", "scenes", "expressions", "media", "cfg"],
]);

/** Inner roots on one path: `maps/packed/materials/models/…` has three. A long path could be all roots. */
const MAX_INNER_ROOTS = 8;

/** Whether a path begins in one of the folders that content lies in. */
export function isInContentRoot(path: string): boolean {
  const slash = path.indexOf("/");
  return slash > 0 && ROOTS.has(path.slice(0, slash).toLowerCase());
}

/** Whether any folder on a path is one that content counts from. */
export function passesContentRoot(path: string): boolean {
  const folders = path.split("/").slice(0, -1);
  return folders.some((name) => ROOTS.has(name.toLowerCase()));
}

/**
 * Files by content path. What was picked may be a game's folder, one of `custom` in it, or any folder
 * above, and a zip may be packed from any of them. So each file is found by its whole path and from
 * each folder on it that is a content root; an earlier file goes before a later one, and a path from
 * an outer root before one from an inner.
 */
export function indexByRoots<T>(files: Iterable<readonly [path: string, file: T]>): Map<string, T> {
  const index = new Map<string, T>();
  const add = (path: string, file: T) => {
    if (!index.has(path)) index.set(path, file);
  };
  const inner: [string, T][] = [];
  for (const [path, file] of files) {
    const segments = normalizeContentPath(path).split("/");
    const folders = segments.slice(0, -1);
    const roots = folders.flatMap((name, i) => (ROOTS.has(name) ? [i] : []));
    const [outermost, ...others] = roots.slice(0, 1 + MAX_INNER_ROOTS);
    if (outermost !== undefined) add(segments.slice(outermost).join("/"), file);
    for (const root of others) inner.push([segments.slice(root).join("/"), file]);
    if (outermost !== 0) inner.push([segments.join("/"), file]);
  }
  for (const [path, file] of inner) add(path, file);
  return index;
}
