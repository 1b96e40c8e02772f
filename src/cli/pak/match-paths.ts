/** Which entries of an archive are meant by some paths and globs. */

import type { ZipRecord } from "../../formats/zip/read-records.ts";
import { CliError } from "../errors.ts";

/** `*` and `?` stay in one folder, `**` goes through all; without case, with either slash. */
function toPattern(glob: string): RegExp {
  const source = glob
    .toLowerCase()
    .replaceAll("\\", "/")
    .split(/(\*\*\/|\*+|\?)/)
    .map((part) => {
      if (part === "**/") return "(?:.*/)?";
      if (part === "*") return "[^/]*";
      if (/^\*+$/.test(part)) return ".*";
      if (part === "?") return "[^/]";
      return part.replace(/[.+^${}()|[\]\\]/g, "\\$&");
    })
    .join("");
  return new RegExp(`^${source}$`, "s");
}

/**
 * Those that one of the globs means; with no globs, all.
 * @throws CliError where a glob means none
 */
export function matchPaths(records: readonly ZipRecord[], globs: readonly string[]) {
  if (globs.length === 0) return [...records];
  const meant = new Set<ZipRecord>();
  for (const glob of globs) {
    const pattern = toPattern(glob);
    const own = records.filter(({ path }) => pattern.test(path));
    if (own.length === 0) throw new CliError(`the pakfile has no ${glob}`);
    for (const record of own) meant.add(record);
  }
  return records.filter((record) => meant.has(record));
}
