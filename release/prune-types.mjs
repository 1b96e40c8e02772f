/**
 * Deletes the declarations that no entry of the package reaches: `tsc` writes one for each module
 * that an entry imports, but most of these are not part of any type.
 *
 *     node release/prune-types.mjs [FOLDER]
 */

import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(import.meta.dirname, "..");
const TYPES = "dist/lib/types";
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+|\bpath=)["'](\.[^"']+)["']/g;

/** Lists the declarations of all entries of `package.json`, relative to the folder of types. */
function listEntries() {
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const entries = new Set();
  JSON.stringify(exports, (key, value) => {
    if (key === "types") entries.add(value.replace(`./${TYPES}/`, ""));
    return value;
  });
  return [...entries];
}

/** @param {string} folder of the declarations. Throws if an entry's declarations are missing. */
export function pruneTypes(folder) {
  const kept = new Set();
  const open = listEntries().map((path) => resolve(folder, path));
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (kept.has(file)) continue;
    if (!existsSync(file)) throw new Error(`there are no declarations ${file}`);
    kept.add(file);
    for (const [, path] of readFileSync(file, "utf8").matchAll(IMPORT)) {
      const stem = resolve(dirname(file), path).replace(/(?:\.d)?\.[jt]s$/, "");
      open.push(`${stem}.d.ts`);
    }
  }
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = resolve(folder, name);
    if (name.endsWith(".d.ts") && !kept.has(path)) rmSync(path);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  pruneTypes(process.argv[2] ?? join(root, TYPES));
