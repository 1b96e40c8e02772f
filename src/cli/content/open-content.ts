/** Opens the content of `--content`: a game, an archive, or any folder with content in it. */

import { stat } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { isArchiveName, isVpkPartName, openArchive } from "../../content/archives/open-archive.ts";
import { joinPath } from "../../content/game/file-tree.ts";
import {
  type FileTree,
  findGames,
  type Game,
  handleTree,
  listParts,
  openGame,
  openLooseFolder,
} from "../../content/game/index.ts";
import { openSource } from "../../content/open-source.ts";
import type { ContentSource } from "../../content/types.ts";
import { inFile } from "../compile/bad-source.ts";
import { CliError } from "../errors.ts";
import { openDiskFile, openDiskFolder } from "../files/disk-folder.ts";
import { say } from "../terminal.ts";

export interface OpenContent {
  /** Sources in search order. */
  readonly sources: readonly ContentSource[];
  /** One sentence for each part left out, and for each folder without content. */
  readonly problems: readonly string[];
}

/**
 * Levels that search paths may go up: to folders beside a mod, and to games beside its game in
 * `steamapps/common`.
 */
const FOLDERS_ABOVE = 2;

/**
 * Opens content paths, earlier paths first. If a folder has games (gameinfo.txt), all of them are
 * mounted by their search paths. Of any other folder, it opens what the page would: folders with
 * `materials`, `models` or other content folders, then archives, outer ones first.
 * @throws CliError for any other path; FormatError for a broken archive
 */
export async function openContent(paths: readonly string[]): Promise<OpenContent> {
  const opened = await Promise.all(paths.map(openPath));
  return {
    sources: opened.flatMap(({ sources }) => sources),
    problems: opened.flatMap(({ problems }) => problems),
  };
}

/** Prints the content that is not used to stderr. */
export function printProblems({ problems }: OpenContent): void {
  for (const problem of problems) say(problem);
}

async function openPath(path: string): Promise<OpenContent> {
  const stats = await stat(path).catch(() => null);
  if (stats?.isFile()) return { sources: [await openArchiveFile(path)], problems: [] };
  const { tree, top } = await openTree(path);
  const games = await findGames(tree);
  const opened =
    games.length > 0 ? await openGames(path, games) : [await openLooseFolder(tree, top, path)];
  const problems = opened.flatMap(({ title, problems }) =>
    problems.map((problem) => (games.length > 0 ? `${title}: ${problem}` : problem)),
  );
  const sources = opened.flatMap(({ content }) => content.map(openSource));
  if (sources.length === 0 && problems.length === 0) {
    problems.push(`${path} has no content: no materials or models, no gameinfo.txt, no archive`);
  }
  return { sources, problems };
}

/** Opens a folder as a tree, whose paths begin with `top`, the folder's own name. */
async function openTree(path: string): Promise<{ tree: FileTree; top: string }> {
  const handle = await openDiskFolder(path, false);
  return { tree: handleTree(handle), top: handle.name.toLowerCase() };
}

/** Mounts the games of a folder, in a tree that includes the folders above it. */
async function openGames(path: string, games: Awaited<ReturnType<typeof findGames>>) {
  const { top, above } = folderAbove(resolve(path));
  const { tree } = await openTree(top);
  const opening = games.map((game) => openGame(tree, { ...game, path: `${above}${game.path}` }));
  return Promise.all<Game>(opening);
}

/** Returns the folder to search from, and the prefix of paths relative to it. */
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
  const { tree, top } = await openTree(dirname(resolve(path)));
  const parts = await listParts(tree, joinPath(top, basename(path).toLowerCase()));
  const file = await openDiskFile(path);
  return inFile(path, () => openArchive(file, parts));
}
