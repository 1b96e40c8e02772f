/** What `--content` may name: a folder, an archive, or a game. */

import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { type FoundGame, findGames, handleTree, openGame } from "../content/game/index.ts";
import { isArchiveName, isVpkPartName, openArchive } from "../content/open-archive.ts";
import { openSource } from "../content/open-source.ts";
import type { ContentSource, StoredFile } from "../content/types.ts";
import { inFile } from "./bad-source.ts";
import { openDirectory } from "./directory-source.ts";
import { openDiskFile } from "./disk-file.ts";
import { openDiskFolder } from "./disk-folder.ts";
import { CliError } from "./errors.ts";

export interface OpenContent {
  /** In search order. */
  readonly sources: readonly ContentSource[];
  /** Of games: what is left out, a sentence each. */
  readonly problems: readonly string[];
}

/** Search paths lead to folders beside a mod, and to games beside its game: `steamapps/common`. */
const FOLDERS_ABOVE = 2;

/**
 * Opens what a path names. Of a folder with games in it (gameinfo.txt), all of them are mounted.
 * @throws CliError if it is none of these; FormatError for an archive that is broken
 */
export async function openContent(path: string): Promise<OpenContent> {
  const stats = await stat(path).catch(() => null);
  if (stats?.isFile()) return { sources: [await openArchiveFile(path)], problems: [] };
  const games = stats?.isDirectory() ? await findGamesIn(path) : [];
  if (games.length === 0) return { sources: [await openDirectory(path)], problems: [] };

  const { top, above } = folderAbove(resolve(path));
  const tree = handleTree(await openDiskFolder(top, false));
  const opened = await Promise.all(
    games.map((game) => openGame(tree, { ...game, path: `${above}${game.path}` })),
  );
  return {
    sources: opened.flatMap(({ content }) => content.map(openSource)),
    problems: opened.flatMap(({ title, problems }) => problems.map((text) => `${title}: ${text}`)),
  };
}

/** Their paths begin with the folder's own name. */
async function findGamesIn(path: string): Promise<FoundGame[]> {
  return findGames(handleTree(await openDiskFolder(path, false)));
}

/** The folder to look around in, and what stands before paths from there. */
function folderAbove(path: string): { readonly top: string; readonly above: string } {
  const names: string[] = [];
  let top = path;
  while (names.length < FOLDERS_ABOVE && basename(dirname(top)) !== "") {
    top = dirname(top);
    names.unshift(basename(top).toLowerCase());
  }
  return { top, above: names.map((name) => `${name}/`).join("") };
}

async function openArchiveFile(path: string): Promise<ContentSource> {
  if (isVpkPartName(path)) {
    throw new CliError(`${path} is a part of a VPK: name the one that ends in _dir.vpk`);
  }
  if (!isArchiveName(path)) {
    throw new CliError(`${path} is no folder and no archive (.vpk, .gma, .zip)`);
  }
  const file = await openDiskFile(path);
  const parts = await findParts(path);
  return inFile(path, () => openArchive(file, parts));
}

/** `pak01_000.vpk` and on, beside `pak01_dir.vpk`. */
async function findParts(path: string): Promise<Map<number, StoredFile>> {
  const parts = new Map<number, StoredFile>();
  const stem = /^(.*_)dir\.vpk$/i.exec(basename(path))?.[1].toLowerCase();
  if (stem === undefined) return parts;
  for (const name of await readdir(dirname(path))) {
    const lower = name.toLowerCase();
    const number = /^(\d{3})\.vpk$/.exec(lower.slice(stem.length))?.[1];
    if (!lower.startsWith(stem) || number === undefined) continue;
    parts.set(Number(number), await openDiskFile(join(dirname(path), name)));
  }
  return parts;
}
