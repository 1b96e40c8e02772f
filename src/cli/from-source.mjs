#!/usr/bin/env node
/**
 * Runs the `visleaf` command from source: bundles it when a source has changed, then imports it.
 * Bundles are kept by the hash of what they were made from, so a second start costs a few
 * milliseconds, and two starts at once cannot disturb each other.
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
} from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const root = resolve(import.meta.dirname, "../..");
const cache = join(root, "node_modules/.cache/visleaf");
const SOURCE_FOLDERS = ["src", "shaders"];
const SOURCE_FILES = ["vite.config.ts", "package.json", "package-lock.json"];
/** Bundles older than this are dropped when a new one is made. */
const KEEP_MS = 60 * 60 * 1000;

function hashSources() {
  const hash = createHash("sha256");
  const files = SOURCE_FILES.filter((name) => existsSync(join(root, name)));
  for (const folder of SOURCE_FOLDERS) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })) {
      if (/\.(ts|mjs|wgsl)$/.test(name)) files.push(join(folder, name));
    }
  }
  for (const name of files.sort()) {
    hash.update(name).update("\0");
    hash.update(readFileSync(join(root, name))).update("\0");
  }
  return hash.digest("hex").slice(0, 16);
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

const outDir = join(cache, hashSources());
if (!existsSync(outDir)) {
  mkdirSync(cache, { recursive: true });
  await bundle(outDir);
  dropOldBundles(outDir);
}
await import(pathToFileURL(join(outDir, "visleaf.js")).href);
