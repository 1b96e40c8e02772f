/**
 * Finds files in the folder of another file, ignoring case: games ignore it, and some disks do not.
 */

import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Lists the folder of `path` once. The returned function returns the path of a file there: of the
 * exact name, else of the same name in another case; `null` if there is neither. Names with `/` are
 * found by their exact spelling only.
 */
export async function findBeside(path: string): Promise<(name: string) => string | null> {
  const folder = dirname(path);
  const names = await readdir(folder).catch(() => []);
  const folded = new Map(names.map((name) => [name.toLowerCase(), name]));
  return (name) => {
    const exact = join(folder, name);
    if (existsSync(exact)) return exact;
    const other = folded.get(name.toLowerCase());
    return other === undefined ? null : join(folder, other);
  };
}
