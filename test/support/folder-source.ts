/** Content source of a folder with loose files, found in any case. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ContentSource } from "../../src/content/types.ts";

export function folderSource(folder: string): ContentSource {
  const all = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const names = new Map(all.map((name) => [name.replaceAll("\\", "/").toLowerCase(), name]));
  return {
    label: folder,
    async read(path) {
      const name = names.get(path);
      return name === undefined ? null : new Uint8Array(readFileSync(join(folder, name)));
    },
  };
}
