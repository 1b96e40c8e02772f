/**
 * Puts the project's web page together from `npm run build` and `npm run docs:site`:
 *
 *     node release/assemble-site.mjs FOLDER [--no-maps]
 *
 *     /            the page        /docs        the documentation
 *     /cdn         the library     /examples    the examples
 *     /demo        the demo        /maps        maps of others under open licences, with a list of them
 *
 * Maps are downloaded, and checked against the hashes in example-maps.json.
 */

import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");
const PARTS = [
  ["dist/page", "."],
  ["dist/cdn", "cdn"],
  ["dist/examples", "examples"],
  ["dist/docs", "docs"],
  ["assets/visleaf_demo.bsp", "demo/visleaf_demo.bsp"],
  ["assets/visleaf_demo.flight.json", "demo/visleaf_demo.flight.json"],
];

const escapeHtml = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** Downloads a map. Throws an `Error` if it is not the file whose hash the list has. */
async function download({ name, url, sha256 }) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${name}: ${url} answers ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const found = createHash("sha256").update(bytes).digest("hex");
  if (found !== sha256)
    throw new Error(`${name}: ${url} has the hash ${found}, expected ${sha256}`);
  return bytes;
}

function writeMapList(maps) {
  const rows = maps.map(
    ({ name, url, licence, author }) =>
      `<li><a href="../?map=maps/${encodeURIComponent(name)}.bsp">${escapeHtml(name)}</a> by ${escapeHtml(author)}, ${escapeHtml(licence)} (<a href="${escapeHtml(url)}">source</a>)</li>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Maps</title><h1>Maps</h1><ul>${rows.join("")}</ul></html>\n`;
}

const [folder, option] = process.argv.slice(2);
if (folder === undefined)
  throw new Error("usage: node release/assemble-site.mjs FOLDER [--no-maps]");
const out = resolve(folder);
const missing = PARTS.map(([from]) => from).filter((from) => !existsSync(join(ROOT, from)));
if (missing.length > 0) throw new Error(`not built: ${missing.join(", ")}`);
rmSync(out, { recursive: true, force: true });
for (const [from, to] of PARTS) cpSync(join(ROOT, from), join(out, to), { recursive: true });
// GitHub Pages would leave out files that begin with an underscore.
writeFileSync(join(out, ".nojekyll"), "");
if (option !== "--no-maps") {
  const maps = JSON.parse(readFileSync(join(import.meta.dirname, "example-maps.json"), "utf8"));
  mkdirSync(join(out, "maps"));
  for (const map of maps) writeFileSync(join(out, "maps", `${map.name}.bsp`), await download(map));
  writeFileSync(join(out, "maps/index.html"), writeMapList(maps));
}
console.log(out);
