/** Files that are there whole or not at all. */

import { access, constants, mkdir, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { CliError } from "../errors.ts";

const realPathOf = (path: string) => realpath(path).catch(() => null);

/**
 * Says before the work what `writeWhole` would say after it.
 *
 * @param inputs files and folders that the work reads, none of which is to be written over
 * @throws CliError if the folder is not there or not writable, or the file is a folder or an input
 */
export async function checkOutput(path: string, inputs: readonly string[] = []): Promise<void> {
  const folder = dirname(resolve(path));
  const above = await stat(folder).catch(() => null);
  if (!above?.isDirectory())
    throw new CliError(`${path} cannot be written: ${folder} is no folder`);
  const stats = await stat(resolve(path)).catch(() => null);
  if (stats?.isDirectory() || /[\\/]$/.test(path)) {
    throw new CliError(`${path} cannot be written: it is a folder`);
  }
  const isDevice = stats !== null && !stats.isFile();
  await access(isDevice ? path : folder, constants.W_OK).catch((error: Error) => {
    throw new CliError(`${path} cannot be written: ${error.message}`);
  });
  const target = await realPathOf(path);
  if (target !== null && (await Promise.all(inputs.map(realPathOf))).includes(target)) {
    throw new CliError(`${path} is what is to be read, and would be written over`);
  }
}

/**
 * Writes under another name, then renames: nobody ever sees half a file. What a link leads to is
 * written, and a device, `/dev/stdout`, as it is.
 */
export async function writeWhole(path: string, content: Uint8Array | string): Promise<void> {
  await writeSet(new Map([[path, content]]));
}

/** The same for files that belong together: none gets its name before all of them are written. */
export async function writeSet(files: ReadonlyMap<string, Uint8Array | string>): Promise<void> {
  /** Their names as they are written, and as they are to be. */
  const unfinished = new Map<string, string>();
  try {
    for (const [path, content] of files) {
      const stats = await stat(path).catch(() => null);
      if (stats !== null && !stats.isFile() && !stats.isDirectory()) {
        await writeFile(path, content);
        continue;
      }
      const target = (await realPathOf(path)) ?? path;
      const beside = `${target}.${process.pid}.unfinished`;
      unfinished.set(beside, target);
      await writeFile(beside, content);
    }
    for (const [beside, target] of unfinished) await rename(beside, target);
  } catch (error) {
    for (const beside of unfinished.keys()) await rm(beside, { force: true });
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
  const paths = new Map([...files].map(([name, bytes]) => [join(folder, name), bytes]));
  for (const path of paths.keys()) await mkdir(dirname(path), { recursive: true });
  await writeSet(paths);
}
