/** Finds what a module imports at run time, directly and through others. */

import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/** Static and dynamic imports, exports from another module, and modules of workers. */
const IMPORT =
  /(?:\b(import|export)\s+(?!type\b)[^;"'`]*?\bfrom\s+|\bimport\s*\(?\s*|new URL\(\s*)"([^"\s]+)"/g;

export class ImportGraph {
  readonly #root: string;
  readonly #imports = new Map<string, readonly string[]>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Lists imports of a module: paths from the root with slashes, and names of packages. */
  importsOf(path: string): readonly string[] {
    const known = this.#imports.get(path);
    if (known !== undefined) return known;
    const file = join(this.#root, path);
    const imports = new Set<string>();
    if (/\.m?ts$|\.mjs$/.test(path) && existsSync(file)) {
      for (const [, , target] of readFileSync(file, "utf8").matchAll(IMPORT)) {
        const isPath = target.startsWith(".");
        const local = resolve(dirname(file), target.replace(/\?.*$/, ""));
        imports.add(isPath ? relative(this.#root, local).replaceAll("\\", "/") : target);
      }
    }
    const list = [...imports];
    this.#imports.set(path, list);
    return list;
  }

  /**
   * Returns the distance in imports of each module and package that a module reaches, itself 0.
   *
   * @param follow whether to go on through a module
   */
  reach(path: string, follow: (path: string) => boolean = () => true): Map<string, number> {
    const distances = new Map([[path, 0]]);
    for (const [from, distance] of distances) {
      if (distance > 0 && !follow(from)) continue;
      for (const to of this.importsOf(from)) {
        if (!distances.has(to)) distances.set(to, distance + 1);
      }
    }
    return distances;
  }
}
