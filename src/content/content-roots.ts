import { normalizeContentPath } from "./normalize-content-path.ts";

/** Folders at the top of a game's content. Content paths start with one of them. */
const ROOTS = new Set([
  ...["materials", "models", "maps", "sound", "scripts", "particles", "resource"],
  ...["shaders", "scenes", "expressions", "media", "cfg"],
]);

/**
 * Maximum number of inner roots indexed for a path: `maps/packed/materials/models/…` has three. A
 * long path could consist of roots only.
 */
const MAX_INNER_ROOTS = 8;

/** True if a path begins with a content folder. */
export function isInContentRoot(path: string): boolean {
  const slash = path.indexOf("/");
  return slash > 0 && ROOTS.has(path.slice(0, slash).toLowerCase());
}

/** True if any folder on a path is a content folder. */
export function passesContentRoot(path: string): boolean {
  const folders = path.split("/").slice(0, -1);
  return folders.some((name) => ROOTS.has(name.toLowerCase()));
}

/**
 * Indexes files by content path. The picked folder may be a game, an entry of its `custom`, or any
 * folder above, and a zip may be packed from any of them. So each file is found by its whole path
 * and from each content folder on that path. Earlier files win over later ones, and paths from
 * outer roots over paths from inner roots.
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
