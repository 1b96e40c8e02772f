/**
 * Writes the published examples into `dist/examples`: they import the library from the folder beside them, the demo's map
 * from the project's page, and three.js from a CDN. `node release/examples.mjs [FOLDER]`
 */

import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readAddresses } from "./addresses.mjs";

const ROOT = resolve(import.meta.dirname, "..");
const out = resolve(process.argv[2] ?? join(ROOT, "dist/examples"));
const { homepage } = readAddresses();
const { devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

const MOVED = [
  ["../../dist/cdn/", "../../cdn/"],
  ["../../assets/", `${homepage}demo/`],
  ["../../node_modules/three/", `https://cdn.jsdelivr.net/npm/three@${devDependencies.three}/`],
  [
    "<code>npm run examples</code> builds that and serves this page.",
    "Serve the folder above to open it.",
  ],
];

rmSync(out, { recursive: true, force: true });
cpSync(join(ROOT, "examples"), out, { recursive: true });
for (const entry of readdirSync(out, { recursive: true, withFileTypes: true })) {
  if (!/\.(html|js)$/.test(entry.name)) continue;
  const path = join(entry.parentPath, entry.name);
  const text = MOVED.reduce(
    (all, [from, to]) => all.replaceAll(from, to),
    readFileSync(path, "utf8"),
  );
  writeFileSync(path, text);
}
