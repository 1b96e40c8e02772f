import { normalizePath } from "../formats/normalize-path.ts";
import type { ContentPath } from "./types.ts";

/** Any path as a `ContentPath`: lower case, forward slashes, no empty, `.` or `..` segments. */
export function normalizeContentPath(path: string): ContentPath {
  return normalizePath(path);
}
