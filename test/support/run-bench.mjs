/**
 * `npm run bench`: `visleaf bench` over the maps given, or over the largest of the test maps, each
 * with the content beside it.
 */

import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const MAPS = 6;
const corpus = resolve(import.meta.dirname, "../../../shared/corpus");

function listLargestMaps() {
  if (!existsSync(corpus)) return [];
  return readdirSync(corpus, { recursive: true, encoding: "utf8" })
    .filter((name) => name.toLowerCase().endsWith(".bsp"))
    .map((name) => join(corpus, name))
    .sort((a, b) => statSync(b).size - statSync(a).size)
    .slice(0, MAPS);
}

const args = process.argv.slice(2);
const hasMap = args.some((arg) => /\.bsp$/i.test(arg));
const maps = hasMap || args.includes("--help") ? [] : listLargestMaps();
const content = maps.map((map) => join(dirname(map), "content")).filter((path) => existsSync(path));
process.argv.splice(
  2,
  args.length,
  ...["bench", ...args, ...maps, ...content.flatMap((path) => ["--content", path])],
);
await import("../../src/cli/from-source.mjs");
