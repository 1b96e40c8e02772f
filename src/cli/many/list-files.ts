/** Lists the files of a command line that names files and folders. */

import { readdir, stat } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import { CliError } from "../errors.ts";
import { stemOf } from "../files/default-output.ts";

export interface ListedFile {
  /** Path to open. */
  readonly path: string;
  /**
   * Name for outputs, with slashes: the path inside its folder without the file's ending, or the
   * bare name of a file that was named itself.
   */
  readonly name: string;
}

export interface FileList {
  readonly files: readonly ListedFile[];
  /** Whether several files, or a folder, were named, so that a list is printed. */
  readonly isMany: boolean;
}

/** Names of files in a folder that are maps. An archive is opened only if the user names it, because it may hold anything. */
const MAP_FILE = /\.(?:bsp|bsp\.bz2|visleaf\.zip)$/i;

/**
 * Replaces folders by the maps in them, at any depth, in alphabetical order. Files are kept, even
 * if they do not exist. Links to folders inside a folder are not followed.
 * @throws CliError for a folder without maps
 */
export async function listFiles(paths: readonly string[]): Promise<FileList> {
  const files: ListedFile[] = [];
  let hasFolder = false;
  for (const path of paths) {
    const stats = await stat(path).catch(() => null);
    if (!stats?.isDirectory()) {
      files.push({ path, name: stemOf(path) });
      continue;
    }
    hasFolder = true;
    const found = await listMapsIn(path);
    if (found.length === 0) throw new CliError(`there is no map in ${path}`);
    files.push(...found);
  }
  return { files, isMany: hasFolder || files.length > 1 };
}

/** Lists the maps in a folder, at any depth. */
export async function listMapsIn(folder: string): Promise<ListedFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => MAP_FILE.test(entry.name) && (entry.isFile() || entry.isSymbolicLink()))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  return paths.sort().map((inside) => {
    const slashed = inside.split(sep).join("/");
    const name = slashed.slice(0, slashed.length - basename(inside).length) + stemOf(inside);
    return { path: join(folder, inside), name };
  });
}

/** Leaves out `a.bsp.bz2` where `a.bsp` lies beside it: download servers of games keep both. */
export function withoutCompressedCopies(files: readonly ListedFile[]): ListedFile[] {
  const paths = new Set(files.map(({ path }) => path));
  return files.filter(({ path }) => !/\.bz2$/i.test(path) || !paths.has(path.slice(0, -4)));
}
