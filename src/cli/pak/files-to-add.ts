/** Which files are put into a pakfile, and by which paths. */

import { readdir, stat } from "node:fs/promises";
import { basename, isAbsolute, join, relative, sep } from "node:path";
import { leavesRoot } from "../../formats/leaves-root.ts";
import { normalizePath } from "../../formats/normalize-path.ts";
import { UsageError } from "../errors.ts";

export interface FileToAdd {
  readonly file: string;
  /** In the pakfile: lower case, as Valve's own tools store it, for the engine looks for such. */
  readonly path: string;
}

export interface PlaceOptions {
  readonly as?: string;
  readonly under?: string;
}

/**
 * Files by their names below `under`, or as they were typed; those of a folder by their paths in it.
 * @throws UsageError where it cannot be told where one is to be, or two would be in one place
 */
export async function listFilesToAdd(
  paths: readonly string[],
  { as, under }: PlaceOptions,
): Promise<FileToAdd[]> {
  const files: FileToAdd[] = [];
  for (const path of paths) {
    const isFolder = (await stat(path)).isDirectory();
    if (as !== undefined && (isFolder || paths.length > 1)) {
      throw new UsageError("--as names one file", "pak");
    }
    if (isFolder) {
      for (const file of await listFolder(path)) {
        const place = relative(path, file).replaceAll(sep, "/");
        files.push({ file, path: toEntryPath(under === undefined ? place : `${under}/${place}`) });
      }
      continue;
    }
    const place = as ?? (under === undefined ? path : `${under}/${basename(path)}`);
    if (as === undefined && under === undefined && (isAbsolute(path) || leavesRoot(path))) {
      throw new UsageError(`${path} wants --as or --under, its place in the pakfile`, "pak");
    }
    files.push({ file: path, path: toEntryPath(place) });
  }
  checkPlaces(files);
  return files;
}

function toEntryPath(place: string): string {
  if (leavesRoot(place)) throw new UsageError(`${place} leads out of the pakfile`, "pak");
  return normalizePath(place);
}

function checkPlaces(files: readonly FileToAdd[]): void {
  const taken = new Map<string, string>();
  for (const { file, path } of files) {
    const other = taken.get(path);
    if (other !== undefined) {
      throw new UsageError(`${other} and ${file} would both be ${path}`, "pak");
    }
    taken.set(path, file);
  }
}

/** In the order of their names. Links to files are files; those to folders are not followed. */
async function listFolder(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const files: string[] = [];
  for (const name of names.sort()) {
    const path = join(folder, name);
    if ((await stat(path)).isFile()) files.push(path);
  }
  return files;
}
