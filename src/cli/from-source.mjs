#!/usr/bin/env node
/**
 * Runs the `visleaf` command from source: bundles it when a source has changed, then imports it.
 * Bundles are cached by the hash of their sources, and that hash by the sources' times. So a second
 * start costs a few milliseconds, and two starts at once cannot disturb each other.
 */

import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const root = resolve(import.meta.dirname, "../..");
const cache = join(root, "node_modules/.cache/visleaf");
const SOURCE_FOLDERS = ["src", "shaders"];
const SOURCE_FILES = ["vite.config.ts", "package.json", "package-lock.json"];
/** Bundles older than this are deleted when a new one is made. */
const KEEP_MS = 60 * 60 * 1000;

/**
 * Lists sources by path from the root. A recursive `readdirSync` would take six times as long,
 * because it stats every file.
 */
function listSources() {
  const files = SOURCE_FILES.filter((name) => existsSync(join(root, name)));
  const walk = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const name = `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(name);
      else if (/\.(ts|mjs|wgsl)$/.test(name)) files.push(name);
    }
  };
  for (const folder of SOURCE_FOLDERS) walk(folder);
  return files.sort();
}

/** Hashes names, sizes and times. If they are unchanged, no source needs to be read. */
function hashTimes(files) {
  const hash = createHash("sha256");
  for (const name of files) {
    const { size, mtimeMs } = statSync(`${root}/${name}`);
    hash.update(`${name}\0${size}\0${mtimeMs}\0`);
  }
  return hash.digest("hex").slice(0, 16);
}

function hashSources(files) {
  const hash = createHash("sha256");
  for (const name of files) {
    hash.update(name).update("\0");
    hash.update(readFileSync(join(root, name))).update("\0");
  }
  return hash.digest("hex").slice(0, 16);
}

/** Returns the folder of the bundle of the current sources, which may not exist yet. */
function findBundle() {
  const files = listSources();
  const note = join(cache, `${hashTimes(files)}.txt`);
  const known = existsSync(note) ? readFileSync(note, "utf8") : "";
  if (/^[0-9a-f]{16}$/.test(known) && existsSync(join(cache, known))) return join(cache, known);
  const name = hashSources(files);
  mkdirSync(cache, { recursive: true });
  const unfinished = `${note}.${process.pid}`;
  writeFileSync(unfinished, name);
  renameSync(unfinished, note);
  return join(cache, name);
}

async function bundle(outDir) {
  const { build } = await import("vite");
  const unfinished = `${outDir}.${process.pid}`;
  await build({
    configFile: join(root, "vite.config.ts"),
    mode: "cli",
    root,
    logLevel: "error",
    build: { outDir: unfinished, emptyOutDir: true },
  });
  try {
    renameSync(unfinished, outDir);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another start made the same bundle meanwhile.
    if (!existsSync(outDir)) throw error;
  }
}

function dropOldBundles(keep) {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (path !== keep && stat && Date.now() - stat.mtimeMs > KEEP_MS) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}

const outDir = findBundle();
if (!existsSync(outDir)) {
  await bundle(outDir);
  dropOldBundles(outDir);
}
await import(pathToFileURL(join(outDir, "visleaf.js")).href);
