/**
 * Normalises a path like the engine's file system: lower case, forward slashes, nothing before the
 * first name, no empty, `.` or `..` segments (`..` removes the segment before it, and nothing at
 * the root). Idempotent.
 */
export function normalizePath(path: string): string {
  const segments: string[] = [];
  for (const segment of path
    .trim()
    .toLowerCase()
    .split(/[\\/]+/)) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return segments.join("/");
}
