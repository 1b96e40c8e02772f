/** Parts of the summaries of all archive formats. */

export interface ExtensionCount {
  /** Extension with its dot; empty for files without one. */
  readonly extension: string;
  readonly files: number;
  readonly bytes: number;
}

export function countExtensions(
  files: Iterable<{ readonly path: string; readonly byteLength: number }>,
): { maps: string[]; extensions: ExtensionCount[] } {
  const counts = new Map<string, { files: number; bytes: number }>();
  const maps: string[] = [];
  for (const { path, byteLength } of files) {
    const extension = /\.[^./]*$/.exec(path)?.[0] ?? "";
    const count = counts.get(extension) ?? { files: 0, bytes: 0 };
    count.files++;
    count.bytes += byteLength;
    counts.set(extension, count);
    if (extension === ".bsp") maps.push(path);
  }
  const extensions = [...counts].map(([extension, count]) => ({ extension, ...count }));
  const byBytes = (a: ExtensionCount, b: ExtensionCount) =>
    b.bytes - a.bytes || (a.extension < b.extension ? -1 : 1);
  return { maps: maps.sort(), extensions: extensions.sort(byBytes) };
}
