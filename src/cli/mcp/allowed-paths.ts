/** Limits the paths that clients name to the folders that the server was started with. */

import { realpath, stat } from "node:fs/promises";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { CliError } from "../errors.ts";
import { isInside } from "../files/confine-inputs.ts";

export interface AllowedPaths {
  /** Folders without links. */
  readonly roots: readonly string[];
  /**
   * Returns the absolute path, without links, of a file or folder. Relative paths are looked for in
   * each folder.
   * @throws CliError if it does not exist, or lies outside of the folders
   */
  find(path: string): Promise<string>;
  /** Returns a path as clients may name it: relative to its folder if there is one folder only. */
  nameOf(path: string): string;
}

/** @throws CliError if a folder does not exist */
export async function allowFolders(folders: readonly string[]): Promise<AllowedPaths> {
  const roots: string[] = [];
  for (const folder of folders) {
    const real = await realpath(resolve(folder)).catch(() => null);
    if (real === null) throw new CliError(`there is no folder ${folder}`);
    if (!(await stat(real)).isDirectory()) throw new CliError(`${folder} is no folder`);
    roots.push(real);
  }
  const isAllowed = (path: string) => roots.some((root) => isInside(root, path));
  return {
    roots,
    async find(path) {
      const candidates = isAbsolute(path) ? [path] : roots.map((root) => join(root, path));
      let isOutside = candidates.every((each) => !isAllowed(resolve(each)));
      for (const candidate of isOutside ? [] : candidates) {
        // Rejects for paths with a zero character, too.
        const real = await realpath(candidate).catch(() => null);
        if (real !== null && isAllowed(real)) return real;
        isOutside ||= real !== null;
      }
      throw new CliError(
        isOutside
          ? `${path} lies outside of the folders that this server reads: ${roots.join(", ")}`
          : `there is no file ${path} in ${roots.join(", ")}`,
      );
    },
    nameOf(path) {
      return roots.length === 1 ? relative(roots[0], path).split(sep).join("/") : path;
    },
  };
}
