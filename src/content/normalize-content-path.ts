import { normalizePath } from "../formats/normalize-path.ts";
import type { ContentPath } from "./types.ts";

/**
 * Converts any path to a `ContentPath`: lower case, forward slashes, no empty, `.` or `..`
 * segments.
 */
export function normalizeContentPath(path: string): ContentPath {
  return normalizePath(path);
}
