/** Detects paths that lead out of an archive. */

import { normalizePath } from "./normalize-path.ts";

/**
 * Whether a name is not a path inside an archive: `..`, absolute paths, drive letters, and empty
 * names.
 */
export function leavesRoot(name: string): boolean {
  return (
    /^\s*([\\/]|[a-z]:)/i.test(name) ||
    name.split(/[\\/]/).some((segment) => segment.trim() === "..") ||
    normalizePath(name) === ""
  );
}
