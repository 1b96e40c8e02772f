/** Files that are there whole or not at all. */

import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { CliError } from "./errors.ts";

/** Writes under another name, then renames: nobody ever sees half a file. */
export async function writeWhole(path: string, content: Uint8Array | string): Promise<void> {
  const unfinished = `${path}.${process.pid}.unfinished`;
  try {
    await writeFile(unfinished, content);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Writes files below a folder, which is made where it is missing; none of them outside of it. */
export async function writeAllWhole(
  folder: string,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  for (const name of files.keys()) {
    if (relative(folder, join(folder, name)).startsWith("..")) {
      throw new CliError(`${name} lies outside of ${folder}`);
    }
  }
  for (const [name, bytes] of files) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeWhole(path, bytes);
  }
}
