/**
 * Counts the maps that contain each entity class, for the tables of docs/fidelity.md.
 *
 *     node test/support/count-entity-classes.mjs FOLDER… [--match REGEXP]…
 *
 * Prints a line per class: maps, entities, class. With --match it prints for each expression the number
 * of maps with an entity whose "classname" or "key=value" pair matches it.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { runnerImport } from "vite";

const folders = [];
const expressions = [];
const args = process.argv.slice(2);
for (let at = 0; at < args.length; at++) {
  if (args[at] === "--match") expressions.push(new RegExp(args[++at], "i"));
  else folders.push(args[at]);
}

const source = (path) => resolve(import.meta.dirname, "../../src", path);
const load = async (path) => (await runnerImport(source(path), { logLevel: "error" })).module;
const { readLump } = await load("formats/bsp/tables/open-lump.ts");
const { parseEntities } = await load("formats/bsp/read/parse-entities.ts");

const limits = {};

const classes = new Map();
const matches = expressions.map(() => ({ maps: 0, entities: 0 }));
let mapCount = 0;
const unread = [];
for (const folder of folders) {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    if (!/\.bsp$/i.test(name)) continue;
    let entities;
    try {
      const lump = readLump(
        new Uint8Array(readFileSync(join(folder, name))),
        "entities",
        false,
        limits,
      );
      entities = parseEntities(new TextDecoder("latin1").decode(lump.bytes));
    } catch (error) {
      unread.push(`${name}: ${error.message}`);
      continue;
    }
    mapCount++;
    const own = new Map();
    for (const { pairs } of entities) {
      const className = pairs.find(([key]) => key === "classname")?.[1] ?? "";
      own.set(className, (own.get(className) ?? 0) + 1);
    }
    for (const [className, count] of own) {
      const known = classes.get(className) ?? { maps: 0, entities: 0 };
      classes.set(className, { maps: known.maps + 1, entities: known.entities + count });
    }
    expressions.forEach((expression, i) => {
      const found = entities.filter(({ pairs }) =>
        pairs.some(([key, value]) =>
          expression.test(key === "classname" ? value : `${key}=${value}`),
        ),
      );
      if (found.length > 0) matches[i].maps++;
      matches[i].entities += found.length;
    });
  }
}

console.log(`${mapCount} maps`);
for (const line of unread) console.error(`not read: ${line}`);
if (expressions.length > 0) {
  expressions.forEach(({ source: text }, i) => {
    console.log(`${matches[i].maps}\t${matches[i].entities}\t${text}`);
  });
} else {
  const rows = [...classes].sort((a, b) => b[1].maps - a[1].maps || (a[0] < b[0] ? -1 : 1));
  for (const [name, { maps, entities }] of rows) console.log(`${maps}\t${entities}\t${name}`);
}
