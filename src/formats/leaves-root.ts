import { normalizePath } from "./normalize-path.ts";

/** `..`, absolute paths, drive letters, and names of nothing: no path inside an archive's root. */
export function leavesRoot(name: string): boolean {
  return (
    /^\s*([\\/]|[a-z]:)/i.test(name) ||
    name.split(/[\\/]/).some((segment) => segment.trim() === "..") ||
    normalizePath(name) === ""
  );
}
