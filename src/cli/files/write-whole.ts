/**
 * The only module of the command that writes files. Files are written whole or not at all, and
 * never over an input: see `inputs.ts`. A name that the user typed may be that of an older output,
 * which is replaced. A name from a file's content may not, without `--force`.
 */

import { closeSync, openSync, rmSync } from "node:fs";
import {
  access,
  constants,
  copyFile,
  type FileHandle,
  lstat,
  mkdir,
  open,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { CliError } from "../errors.ts";
import { describeFileError } from "./describe-file-error.ts";
import { findInputAt, noteInputs } from "./inputs.ts";

export type OutputFiles = ReadonlyMap<string, Uint8Array | string>;

export interface OutputOptions {
  /** The one input that may be replaced, for verbs that change a map in place. */
  readonly inPlace?: string;
}

const realPathOf = (path: string) => realpath(path).catch(() => null);

/** @throws CliError if the path leads to an input */
async function refuseInput(path: string, { inPlace }: OutputOptions): Promise<void> {
  const input = await findInputAt(path, inPlace);
  if (input === null) return;
  const name = input === resolve(path) ? path : `${path} (${input})`;
  throw new CliError(`${name} is an input and would be overwritten: name another output`);
}

/**
 * Refuses before the work what `writeSet` would refuse after it.
 *
 * @param inputs files and folders that the work reads; other files of the same model or archive are
 * found here
 * @throws CliError if the folder does not exist or is not writable, or the file is a folder or an
 * input
 */
export async function checkOutput(
  path: string,
  inputs: readonly string[] = [],
  options: OutputOptions = {},
): Promise<void> {
  await noteInputs(inputs);
  const folder = dirname(resolve(path));
  const above = await stat(folder).catch(() => null);
  if (!above?.isDirectory()) {
    throw new CliError(`${path} cannot be written: ${folder} is no folder`);
  }
  const stats = await stat(resolve(path)).catch(() => null);
  if (stats?.isDirectory() || /[\\/]$/.test(path)) {
    throw new CliError(`${path} cannot be written: it is a folder`);
  }
  const isDevice = stats !== null && !stats.isFile();
  await access(isDevice ? path : folder, constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    throw new CliError(`${path} cannot be written: ${describeFileError(error)}`);
  });
  await refuseInput(path, options);
}

/** Like `checkOutput`, for several outputs, which must be different files. */
export async function checkOutputs(
  paths: readonly string[],
  inputs: readonly string[],
): Promise<void> {
  const taken = new Set<string>();
  for (const path of paths) {
    await checkOutput(path, inputs);
    const target = (await realPathOf(path)) ?? resolve(path);
    const stats = await stat(target).catch(() => null);
    if (taken.has(target) && (stats === null || stats.isFile())) {
      throw new CliError(`${path} would be written twice: name another output`);
    }
    taken.add(target);
  }
}

/** Temporary files that are being written. */
const unfinished = new Set<string>();
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Whether `catchSignals` has a caller, which ends the process itself. */
let isCaught = false;

/** Removes unfinished files, then ends the process by the same signal. */
function endBySignal(signal: NodeJS.Signals): void {
  for (const path of unfinished) rmSync(path, { force: true });
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

function endWhileWriting(signal: NodeJS.Signals): void {
  if (!isCaught) endBySignal(signal);
}

function watchSignals(watches: boolean): void {
  for (const signal of SIGNALS) {
    process.off(signal, endWhileWriting);
    if (watches) process.on(signal, endWhileWriting);
  }
}

/**
 * Calls back on the first signal that would end the process, whether or not a file is being
 * written: the caller stops its work and ends. The second signal ends the process.
 * @returns a function that stops catching
 */
export function catchSignals(onFirst: (signal: NodeJS.Signals) => void): () => void {
  let isFirst = true;
  const listener = (signal: NodeJS.Signals): void => {
    if (!isFirst) endBySignal(signal);
    else onFirst(signal);
    isFirst = false;
  };
  isCaught = true;
  for (const signal of SIGNALS) process.on(signal, listener);
  return () => {
    isCaught = false;
    for (const signal of SIGNALS) process.off(signal, listener);
  };
}

function addUnfinished(path: string): void {
  if (unfinished.size === 0) watchSignals(true);
  unfinished.add(path);
}

function removeUnfinished(path: string): void {
  if (unfinished.delete(path) && unfinished.size === 0) watchSignals(false);
}

/** Error codes of file systems that cannot sync. */
const CANNOT_SYNC = new Set(["EINVAL", "ENOSYS", "ENOTSUP", "EISDIR", "EPERM", "EACCES"]);

function ignoreCannotSync(error: NodeJS.ErrnoException): void {
  if (!CANNOT_SYNC.has(error.code ?? "")) throw error;
}

/** Writes a new file, syncs it to the disk, and closes it. */
async function writeThrough(file: FileHandle, content: Uint8Array | string): Promise<void> {
  try {
    await file.writeFile(content);
    await file.sync().catch(ignoreCannotSync);
  } finally {
    await file.close();
  }
}

/** Syncs a folder's entries to the disk, so that a renamed file keeps its name. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(ignoreCannotSync);
  if (folder === undefined) return;
  try {
    await folder.sync().catch(ignoreCannotSync);
  } finally {
    await folder.close();
  }
}

/**
 * Writes under a temporary name, then renames, so that no reader sees half a file. If the path is a
 * link, its target is replaced; a device such as `/dev/stdout` is written directly.
 * @throws CliError if the path leads to an input
 */
export async function writeWhole(
  path: string,
  content: Uint8Array | string,
  options: OutputOptions = {},
): Promise<void> {
  await writeSet(new Map([[path, content]]), options);
}

/**
 * Copies a file under a temporary name, then renames it. Shares the data on file systems that can.
 * @throws CliError if the path leads to an input
 */
export async function copyWhole(from: string, path: string): Promise<void> {
  await refuseInput(path, {});
  const beside = nameUnfinished(path);
  addUnfinished(beside);
  try {
    await copyFile(from, beside, constants.COPYFILE_FICLONE);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  } finally {
    removeUnfinished(beside);
  }
}

/** Files written in parallel: disks sync many together as fast as one. */
const WRITERS = 16;

/**
 * Runs work on all items, some in parallel. After all have ended, rejects with the first failure.
 */
async function inParallel<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const rest = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const writer = async (): Promise<void> => {
    for (let next = rest.next(); !next.done && failures.length === 0; next = rest.next()) {
      await work(next.value).catch((error) => void failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  if (failures.length > 0) throw failures[0];
}

/** Maximum bytes of a file name: `NAME_MAX` of common file systems. */
export const MAX_NAME_BYTES = 255;
let longNames = 0;

/** Returns the temporary path of a file, whose own name may already have the maximum length. */
function nameUnfinished(target: string): string {
  const suffix = `.${process.pid}.unfinished`;
  if (Buffer.byteLength(basename(target)) + suffix.length <= MAX_NAME_BYTES) return target + suffix;
  return join(dirname(target), `${longNames++}${suffix}`);
}

/**
 * Writes files that belong together: none is renamed to its final name before all of them are on
 * the disk.
 */
export async function writeSet(files: OutputFiles, options: OutputOptions = {}): Promise<void> {
  for (const path of files.keys()) await refuseInput(path, options);
  /** Final paths by temporary path. */
  const targets = new Map<string, string>();
  try {
    await inParallel(files, async ([path, content]) => {
      const stats = await stat(path).catch(() => null);
      if (stats !== null && !stats.isFile() && !stats.isDirectory()) {
        await writeFile(path, content);
        return;
      }
      const target = (await realPathOf(path)) ?? path;
      const beside = nameUnfinished(target);
      // Fails if the file exists: it belongs to another process. Created synchronously, so that no
      // signal is handled before the file is recorded as unfinished.
      closeSync(openSync(beside, "wx"));
      addUnfinished(beside);
      targets.set(beside, target);
      await writeThrough(await open(beside, "r+"), content);
    });
    for (const [beside, target] of targets) {
      await rename(beside, target);
      removeUnfinished(beside);
    }
    for (const folder of new Set([...targets.values()].map((path) => dirname(path)))) {
      await syncFolder(folder);
    }
  } catch (error) {
    for (const beside of targets.keys()) {
      await rm(beside, { force: true });
      removeUnfinished(beside);
    }
    throw error;
  }
}

const sameBytes = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;

/** True if a path exists with other bytes. */
async function isOther(path: string, content: Uint8Array): Promise<boolean> {
  const link = await lstat(path).catch(() => null);
  if (link === null) return false;
  const stats = await stat(path).catch(() => null);
  if (!stats?.isFile() || stats.size !== content.length) return true;
  return !sameBytes(await readFile(path), content);
}

/** @throws CliError that names the first of the files, and `--force` */
export function refuseToReplace(folder: string, paths: readonly string[]): void {
  if (paths.length === 0) return;
  const [first] = paths;
  const what =
    paths.length === 1 ? `${first} exists` : `${first} and ${paths.length - 1} more files exist`;
  throw new CliError(`${what} in ${folder}, with other content: --force replaces them`);
}

export interface FolderOptions {
  /** Whether existing files are replaced. Inputs never are. */
  readonly force: boolean;
}

/**
 * Writes files below a folder, which is created if it is missing, under names that come from a
 * file's content. Existing files with the same bytes are no conflict.
 * @throws CliError if a name leads out of the folder, to an input, or, without `force`, to another
 * file
 */
export async function writeAllWhole(
  folder: string,
  files: ReadonlyMap<string, Uint8Array>,
  { force }: FolderOptions,
): Promise<void> {
  const outside = [...files.keys()].find((name) =>
    relative(folder, join(folder, name)).startsWith(".."),
  );
  if (outside !== undefined) throw new CliError(`${outside} lies outside of ${folder}`);
  if (!force) {
    const others: string[] = [];
    for (const [name, bytes] of files) {
      if (await isOther(join(folder, name), bytes)) others.push(name);
    }
    refuseToReplace(folder, others);
  }
  const paths = new Map([...files].map(([name, bytes]) => [join(folder, name), bytes]));
  for (const path of paths.keys()) await refuseInput(path, {});
  for (const parent of new Set([...paths.keys()].map((path) => dirname(path)))) {
    await mkdir(parent, { recursive: true });
  }
  await writeSet(paths);
}
