/** What there is to serve in a folder: its games' maps, or the maps that lie in it. */

import {
  type FileTree,
  type FoundGame,
  findGames,
  handleTree,
  openGame,
  walkLooseFolder,
} from "../../content/game/index.ts";
import type { ContentSpec } from "../../content/types.ts";
import { openDiskFolder } from "../files/disk-folder.ts";
import { type ServedFile, type ServedSource, servedFolder, servedSource } from "./serve-source.ts";
import { UnpackedFiles } from "./unpacked-files.ts";

export interface ServedMap {
  /** Lower case, without extension; below the game's `maps`, or below the folder. */
  readonly name: string;
  /** The same with an extension: what it is found by. */
  readonly path: string;
  readonly byteLength: number;
  open(): Promise<ServedFile | null>;
}

/** Maps that share their content. */
export interface Collection {
  readonly title: string;
  readonly maps: readonly ServedMap[];
  /** In search order. */
  readonly sources: readonly ServedSource[];
}

export interface Collections {
  readonly collections: readonly Collection[];
  /** A sentence each. */
  readonly problems: readonly string[];
}

/**
 * What is there now; files that come later are not seen, and files that change are.
 * @throws CliError if it is no folder
 */
export async function findCollections(folder: string): Promise<Collections> {
  const handle = await openDiskFolder(folder, true);
  const tree = handleTree(handle);
  const unpacked = new UnpackedFiles();
  const games = await findGames(tree);
  if (games.length === 0) return findLooseMaps(tree, handle, unpacked);
  const opened = await Promise.all(games.map((game) => openGameMaps(tree, game, unpacked)));
  return {
    collections: opened.map(({ collection }) => collection),
    problems: opened.flatMap(({ problems }) => problems),
  };
}

async function openGameMaps(tree: FileTree, found: FoundGame, unpacked: UnpackedFiles) {
  const { title, maps, content, problems } = await openGame(tree, found);
  const sources = new Map(content.map((spec) => [labelOf(spec), servedSource(spec, unpacked)]));
  const collection: Collection = {
    title,
    sources: [...sources.values()],
    maps: maps.map(({ name, mount, byteLength }) => ({
      name,
      path: `${name}.bsp`,
      byteLength,
      open: async () => {
        const source = sources.get(mount);
        const plain = await source?.open(`maps/${name}.bsp`);
        // Which of both it is, its first bytes tell.
        return plain ?? (await source?.open(`maps/${name}.bsp.bz2`)) ?? null;
      },
    })),
  };
  return { collection, problems: problems.map((problem) => `${title}: ${problem}`) };
}

function labelOf(spec: ContentSpec): string {
  return "label" in spec ? spec.label : spec.base;
}

/** Maps anywhere in the folder; folders that have content, and archives, are content for all of them. */
async function findLooseMaps(
  tree: FileTree,
  handle: FileSystemDirectoryHandle,
  unpacked: UnpackedFiles,
): Promise<Collections> {
  const top = handle.name.toLowerCase();
  const files = servedFolder(handle);
  const maps: ServedMap[] = [];
  const specs: ContentSpec[] = [];
  const problems: string[] = [];
  for await (const found of walkLooseFolder(tree, top)) {
    if (found.kind === "end") problems.push(found.problem);
    else if (found.kind === "map")
      maps.push(await looseMap(files, found.path.slice(top.length + 1)));
    else if (found.kind === "archive") specs.push({ ...found, label: found.path });
    else {
      const mounted = await tree.mount(found.path, found.path);
      if (mounted) specs.push(mounted);
    }
  }
  const sorted = maps.sort((a, b) => (a.path < b.path ? -1 : 1));
  const sources = specs.map((spec) => servedSource(spec, unpacked));
  return { collections: [{ title: handle.name, maps: sorted, sources }], problems };
}

/** `path` counts from the folder. */
async function looseMap(files: ServedSource, path: string): Promise<ServedMap> {
  const shown = path.replace(/^maps\//, "");
  return {
    name: shown.replace(/\.(bsp|bsp\.bz2|zip)$/, ""),
    path: shown,
    byteLength: (await files.open(path))?.bytes.byteLength ?? 0,
    open: () => files.open(path),
  };
}
