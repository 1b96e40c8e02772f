/**
 * Confines all reading of this process to some folders. `visleaf mcp` starts its jobs so: content
 * and models would otherwise be followed to folders above the one that was named.
 */

import { realpathSync } from "node:fs";
import { resolve, sep } from "node:path";
import { CliError } from "../errors.ts";

/** Environment variable with the folders, as a JSON array of real paths. */
export const CONFINED_TO = "VISLEAF_READ_ONLY_IN";

/** True if a path is a folder or lies below it; both without links. */
export function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** Returns the folders; null if reading is not confined. */
function readRoots(): readonly string[] | null {
  const text = process.env[CONFINED_TO];
  return text === undefined ? null : JSON.parse(text);
}

function realPathOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    // A missing file cannot be read anyway.
    return null;
  }
}

/** @throws CliError if the path, or what it links to, may not be read */
export function refuseOutside(path: string): void {
  const roots = readRoots();
  if (roots === null) return;
  const real = realPathOf(path) ?? resolve(path);
  if (roots.some((root) => isInside(root, real))) return;
  throw new CliError(`${path} lies outside of the folders that may be read`);
}

/** True if a path may be listed: it lies in a folder, or above one. */
export function mayList(path: string): boolean {
  const roots = readRoots();
  if (roots === null) return true;
  const real = realPathOf(path) ?? resolve(path);
  return roots.some((root) => isInside(root, real) || isInside(real, root));
}
