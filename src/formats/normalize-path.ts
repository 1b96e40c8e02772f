/**
 * A path as the engine's file system compares it: lower case, forward slashes, nothing before the
 * first name, no empty, `.` or `..` segments (`..` takes the segment before it away, and nothing at
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
