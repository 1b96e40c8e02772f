/**
 * Records the files that the running command reads, so that no output can replace one of them. This
 * includes files that a verb finds by itself, such as a model's VVD or a QC's SMDs.
 */

import { readFileSync } from "node:fs";
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { refuseOutside } from "./confine-inputs.ts";

/** Absolute paths. */
const inputs = new Set<string>();

/** Clears the record for a new command. */
export function forgetInputs(): void {
  inputs.clear();
}

/** @throws CliError if reading is confined to folders, and the path leads out of them */
export function noteInput(path: string): void {
  refuseOutside(path);
  inputs.add(resolve(path));
}

/** Reads a whole file and notes it. Rejects as `readFile` does. */
export async function readInput(path: string): Promise<Uint8Array> {
  noteInput(path);
  return new Uint8Array(await readFile(path));
}

/** Reads a whole file synchronously and notes it. Throws as `readFileSync` does. */
export function readInputSync(path: string): Uint8Array {
  noteInput(path);
  return new Uint8Array(readFileSync(path));
}

const MODEL_FILE = /^(.+?)(?:\.dx80|\.dx90|\.sw|\.xbox|\.360)?\.(?:mdl|vvd|vtx|phy|ani|pwl)$/i;
const VPK_FILE = /^(.+)_(?:dir|\d{3})\.vpk$/i;

/** Returns the name that files of one model, or of one archive, share; null for other files. */
function stemOf(name: string): string | null {
  const model = MODEL_FILE.exec(name);
  if (model !== null) return `model ${model[1].toLowerCase()}`;
  const archive = VPK_FILE.exec(name);
  return archive === null ? null : `archive ${archive[1].toLowerCase()}`;
}

/**
 * Notes files and folders that are about to be read, with the files beside them that belong to the
 * same model or archive, so that an output among them is refused before any work is done.
 */
export async function noteInputs(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    noteInput(path);
    const stem = stemOf(basename(path));
    if (stem === null) continue;
    const folder = dirname(resolve(path));
    for (const name of await readdir(folder).catch(() => [])) {
      if (stemOf(name) === stem) noteInput(join(folder, name));
    }
  }
}

/** Returns strings that all names of one file share: its real path, and its inode. */
async function identitiesOf(path: string): Promise<string[]> {
  const real = await realpath(path).catch(() => null);
  const stats = await stat(path, { bigint: true }).catch(() => null);
  const identities = real === null ? [] : [real];
  // Some network file systems have no inode numbers.
  if (stats?.isFile() && stats.ino !== 0n) identities.push(`${stats.dev}:${stats.ino}`);
  return identities;
}

/**
 * Returns the noted input that a path leads to, be it by a link, a second hard link, or another
 * case on a file system that ignores it; null if none.
 * @param except input that may be replaced
 */
export async function findInputAt(path: string, except?: string): Promise<string | null> {
  const wanted = new Set(await identitiesOf(path));
  if (wanted.size === 0) return null;
  const excepted = except === undefined ? [] : await identitiesOf(except);
  if (excepted.some((identity) => wanted.has(identity))) return null;
  for (const input of inputs) {
    if ((await identitiesOf(input)).some((identity) => wanted.has(identity))) return input;
  }
  return null;
}
