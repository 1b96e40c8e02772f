/** Files that earlier sessions left: findings that are mended, and mutants that reach far. */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Target } from "../targets/target.ts";
import type { Finding } from "./fuzz-target.ts";
import { applyPatch, encodePatch } from "./patch.ts";

const ROOT = resolve(import.meta.dirname, "..");
export const FOUND_FOLDER = join(ROOT, "found");
export const CORPUS_FOLDER = join(ROOT, "corpus");
/** Limit for all kept mutants together, as they are stored. */
export const MOST_CORPUS_BYTES = 200_000;
/** Limit for one target. */
const MOST_TARGET_BYTES = 3_800;

export interface KeptFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Findings of a target, as they were found. */
export const listFound = ({ name }: Target): KeptFile[] => listFiles(FOUND_FOLDER, name, ".bin");

/** Mutants of a target. */
export function listMutants(target: Target): KeptFile[] {
  const seeds = target.seeds();
  const patches = listFiles(CORPUS_FOLDER, target.name, ".patch");
  return [
    ...listFiles(CORPUS_FOLDER, target.name, ".bin"),
    ...patches.map(({ path, bytes }) => ({ path, bytes: applyPatch(bytes, seeds) })),
  ];
}

function listFiles(folder: string, name: string, ending: string): KeptFile[] {
  const of = join(folder, name);
  if (!existsSync(of)) return [];
  const files = readdirSync(of).filter((file) => file.endsWith(ending));
  return files.sort().map((file) => {
    const path = join(of, file);
    return { path, bytes: new Uint8Array(readFileSync(path)) };
  });
}

const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex").slice(0, 12);

/** The file, and beside it a line that says what it was. Returns the file's path. */
export function keepFinding(folder: string, { target, bytes, reason }: Finding): string {
  mkdirSync(join(folder, target), { recursive: true });
  const base = join(folder, target, hashOf(bytes));
  writeFileSync(`${base}.bin`, bytes);
  const [said, place = ""] = reason.split("\n");
  const what = `${said} ${place.trim().replace(/\s*\(.*/, "")}`;
  writeFileSync(`${base}.txt`, `${what.trim()}\n`);
  return `${base}.bin`;
}

/** In place of what was kept of the target: the first ones, as many as there is room for. */
export function keepMutants(target: Target, mutants: readonly Uint8Array[]): number {
  const folder = join(CORPUS_FOLDER, target.name);
  rmSync(folder, { recursive: true, force: true });
  const seeds = target.seeds();
  let room = MOST_TARGET_BYTES;
  let count = 0;
  for (const bytes of mutants) {
    const patch = encodePatch(bytes, seeds);
    const isPatch = patch !== null && patch.length < bytes.length;
    const stored = isPatch ? patch : bytes;
    if (stored.length > room) continue;
    room -= stored.length;
    count++;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${hashOf(bytes)}${isPatch ? ".patch" : ".bin"}`), stored);
  }
  return count;
}
