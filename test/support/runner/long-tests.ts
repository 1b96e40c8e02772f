/** The table of long tests, which `npm run test:times` writes. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const TABLE = join(import.meta.dirname, "long-tests.json");

/** Seconds after which a file is long. */
export const LONG_SECONDS = 2;

/** Returns the seconds of each long test file, by its path from the project's root. */
export function readLongTests(): ReadonlyMap<string, number> {
  return new Map(Object.entries(JSON.parse(readFileSync(TABLE, "utf8"))));
}

/** Writes the rows of files that ran, and keeps the rows of others that exist. */
export function writeLongTests(
  measured: ReadonlyMap<string, number>,
  exists: (path: string) => boolean,
): void {
  const rows = [...readLongTests()].filter(([path]) => !measured.has(path) && exists(path));
  for (const [path, seconds] of measured) {
    if (seconds >= LONG_SECONDS) rows.push([path, Math.round(seconds)]);
  }
  rows.sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(TABLE, `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`);
}
