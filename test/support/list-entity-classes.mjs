/**
 * Lists the entities of a game's server code with the inputs that they take: names alone, as facts.
 *
 *     node test/support/list-entity-classes.mjs PATH/TO/source-sdk-2013/src > src/analysis/check/facts/entity-classes.ts
 *
 * Several games' code lies there, in which one class may be defined several times: inputs and bases of
 * all are joined, so that what any of the games takes is taken.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = "CBaseEntity";
const SERVER_ONLY = "CServerOnlyEntity";
const base = new Map();
const inputs = new Map();
const entities = new Map();
const add = (map, key, value) => map.set(key, (map.get(key) ?? new Set()).add(value));

const folder = process.argv[2];
for (const under of ["game/server", "game/shared"]) {
  for (const name of readdirSync(join(folder, under), { recursive: true, encoding: "utf8" })) {
    if (/\.(cpp|h)$/.test(name)) readSource(readFileSync(join(folder, under, name), "latin1"));
  }
}

function readSource(source) {
  const text = source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/\/\/[^\n]*/g, "");
  for (const [, name, from] of text.matchAll(/DECLARE_CLASS\w*\s*\(\s*(\w+)\s*,\s*(\w+)\s*\)/g)) {
    add(base, name, from);
  }
  for (const [, name, from] of text.matchAll(/class\s+(\w+)\s*:\s*public\s+(\w+)/g)) {
    add(base, name, from);
  }
  for (const [, entity, name] of text.matchAll(
    /LINK_ENTITY_TO_CLASS\w*\s*\(\s*(\w+)\s*,\s*(\w+)/g,
  )) {
    add(entities, entity.toLowerCase(), name);
  }
  const tables = /BEGIN_(?:SIMPLE_)?DATADESC\w*\s*\(\s*(\w+)([\s\S]*?)END_DATADESC/g;
  const rows = /DEFINE_INPUTFUNC\s*\([^,]*,\s*"(\w+)"|DEFINE_INPUT\s*\([^,]*,[^,]*,\s*"(\w+)"/g;
  for (const [, name, table] of text.matchAll(tables)) {
    for (const [, called, field] of table.matchAll(rows)) add(inputs, name, called ?? field);
  }
}

/** The nearest classes above one that take inputs; null where it does not come down to the root. */
function nearest(name, seen = new Set()) {
  if (name === ROOT || inputs.has(name)) return reachesRoot(name) ? [name] : null;
  if (seen.has(name) || !base.has(name)) return null;
  seen.add(name);
  const found = [...base.get(name)]
    .map((from) => nearest(from, seen))
    .filter((one) => one !== null);
  return found.length === 0 ? null : [...new Set(found.flat())].sort();
}

function reachesRoot(name, seen = new Set()) {
  if (name === ROOT) return true;
  if (seen.has(name)) return false;
  seen.add(name);
  return [...(base.get(name) ?? [])].some((from) => reachesRoot(from, seen));
}

/** Whether all of a class's bases lead to what the server keeps to itself: such an entity has no edict. */
function isServerOnly(name, seen = new Set()) {
  if (name === SERVER_ONLY) return true;
  if (seen.has(name) || !base.has(name)) return false;
  seen.add(name);
  return [...base.get(name)].every((from) => isServerOnly(from, seen));
}

const used = new Set();
const entityRows = [];
for (const [entity, names] of [...entities].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const found = [...names].map((name) => nearest(name)).filter((one) => one !== null);
  // Of a class that is not understood nothing is known: who fires an input at it is believed.
  if (found.length < names.size) continue;
  const classes = [...new Set(found.flat())].sort();
  for (const name of classes) use(name);
  entityRows.push(`${entity} ${classes.join("|")}`);
}

function use(name) {
  if (used.has(name)) return;
  used.add(name);
  for (const from of basesOf(name)) use(from);
}

function basesOf(name) {
  if (name === ROOT) return [];
  const found = [...(base.get(name) ?? [])].flatMap((from) => nearest(from) ?? []);
  return [...new Set(found)].filter((from) => from !== name).sort();
}

const classRows = [...used].sort().map((name) => {
  return `${name} ${basesOf(name).join("|")}:${[...(inputs.get(name) ?? [])].sort().join(",")}`;
});

const serverOnly = [...entities].filter(([, names]) =>
  [...names].every((name) => isServerOnly(name)),
);

console.log(`/**
 * Entities of Source SDK 2013's games and the inputs that they take, as facts: names alone, listed by
 * \`test/support/list-entity-classes.mjs\` from the SDK's tables of inputs. Not written by hand.
 */

/** A line a class: its name, the classes that it is derived from, and after a colon its own inputs. */
export const INPUTS_OF_CLASSES = \`
${classRows.join("\n")}
\`;

/** A line an entity: its classname, and its class; several games may have one of the name. */
export const CLASSES_OF_ENTITIES = \`
${entityRows.join("\n")}
\`;

/** Entities that the server keeps to itself: they count towards no limit of what is sent to players. */
export const SERVER_ONLY_ENTITIES = \`
${serverOnly
  .map(([entity]) => entity)
  .sort()
  .join(" ")}
\`;`);
