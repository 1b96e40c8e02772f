/** The scripts of a bundled program, a module each, one behind another. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

interface Script {
  /** Path of the module from the project's root. */
  readonly file: string;
  readonly first: number;
  readonly text: string;
}

export class BundleSources {
  /** Total length of the scripts in UTF-16 characters, as V8 counts them. */
  readonly length: number;
  readonly #scripts = new Map<string, Script>();

  /** @param folder of a program that was bundled by module */
  constructor(folder: string) {
    let first = 0;
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
      if (!name.endsWith(".mjs")) continue;
      const path = join(folder, name);
      const file = name.replaceAll("\\", "/").replace(/\.mjs$/, ".ts");
      const script = { file, first, text: readFileSync(path, "utf8") };
      this.#scripts.set(pathToFileURL(path).href, script);
      first += script.text.length;
    }
    this.length = first;
  }

  /** Where a script begins; undefined for one of another program. */
  firstOf(url: string): number | undefined {
    return this.#scripts.get(url)?.first;
  }

  /** 1 for each character of modules whose path begins with one of these. */
  maskOf(paths: readonly string[]): Uint8Array {
    const mask = new Uint8Array(this.length);
    for (const { first, text } of this.#list(paths)) mask.fill(1, first, first + text.length);
    return mask;
  }

  /** Returns the source text of such modules. */
  textOf(paths: readonly string[]): string {
    return this.#list(paths)
      .map(({ text }) => text)
      .join("\n");
  }

  #list(paths: readonly string[]): Script[] {
    return [...this.#scripts.values()].filter(({ file }) =>
      paths.some((path) => file.startsWith(path)),
    );
  }
}
