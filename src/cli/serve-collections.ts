/** What there is to serve in a folder: its games' maps, or the maps that lie in it. */

import { isInContentRoot } from "../content/content-roots.ts";
import { findFile, joinPath } from "../content/game/file-tree.ts";
import {
  type FileTree,
  type FoundGame,
  findGames,
  handleTree,
  openGame,
  type TreeEntry,
} from "../content/game/index.ts";
import { isArchiveName } from "../content/open-archive.ts";
import type { ContentSpec } from "../content/types.ts";
import { isMapPath } from "../content/unpack-map.ts";
import { openDiskFolder } from "./disk-folder.ts";
import { type ServedFile, type ServedSource, servedFolder, servedSource } from "./serve-source.ts";

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

/** `<folder>/<map's name>/content/…`, with a folder to spare. */
const MAX_DEPTH = 4;
/** More than any collection of maps has; somebody's whole disk has more. */
const MAX_FOLDERS = 10_000;
const PACKED_MAP = /\.visleaf\.zip$/;

/**
 * What is there now; files that come later are not seen, and files that change are.
 * @throws CliError if it is no folder
 */
export async function findCollections(folder: string): Promise<Collections> {
  const handle = await openDiskFolder(folder, true);
  const tree = handleTree(handle);
  const games = await findGames(tree);
  if (games.length === 0) return findLooseMaps(tree, handle);
  const opened = await Promise.all(games.map((game) => openGameMaps(tree, game)));
  return {
    collections: opened.map(({ collection }) => collection),
    problems: opened.flatMap(({ problems }) => problems),
  };
}

async function openGameMaps(tree: FileTree, found: FoundGame) {
  const { title, maps, content, problems } = await openGame(tree, found);
  const sources = new Map(content.map((spec) => [labelOf(spec), servedSource(spec)]));
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
): Promise<Collections> {
  const top = handle.name.toLowerCase();
  const files = servedFolder(handle);
  const maps: ServedMap[] = [];
  const specs: ContentSpec[] = [];
  const problems: string[] = [];
  let left = MAX_FOLDERS;

  const visit = async (path: string, prefix: string, depth: number): Promise<void> => {
    if (left-- === 0) problems.push(`more than ${MAX_FOLDERS} folders: the rest is not looked at`);
    const listing = left < 0 ? null : await tree.list(path);
    if (!listing) return;
    const names = [...listing.keys()].sort();
    const isRoot = names.some((name) => name !== "maps" && isContentFolder(listing, name));
    const mounted = isRoot ? await tree.mount(path, path) : null;
    if (mounted) specs.push(mounted);
    for (const name of names) {
      const inner = joinPath(path, name);
      if (listing.get(name)?.kind === "folder") {
        const isContent = name !== "maps" && isContentFolder(listing, name);
        if (isContent || name.startsWith(".") || depth === MAX_DEPTH) continue;
        await visit(inner, `${prefix}${name}/`, depth + 1);
      } else if (isMapPath(name) || PACKED_MAP.test(name)) {
        maps.push(await looseMap(inner, prefix + name));
      } else if (isArchiveName(name)) {
        specs.push(await archiveSpec(tree, path, name, listing));
      }
    }
  };
  const looseMap = async (path: string, name: string): Promise<ServedMap> => {
    const inside = path.slice(top.length + 1);
    return {
      name: name.replace(/^maps\//, "").replace(/\.(bsp|bsp\.bz2|zip)$/, ""),
      path: name.replace(/^maps\//, ""),
      byteLength: (await files.open(inside))?.bytes.byteLength ?? 0,
      open: () => files.open(inside),
    };
  };
  await visit(top, "", 0);
  const sorted = maps.sort((a, b) => (a.path < b.path ? -1 : 1));
  const sources = specs.map(servedSource);
  return { collections: [{ title: handle.name, maps: sorted, sources }], problems };
}

function isContentFolder(listing: ReadonlyMap<string, TreeEntry>, name: string): boolean {
  return listing.get(name)?.kind === "folder" && isInContentRoot(`${name}/`);
}

async function archiveSpec(
  tree: FileTree,
  folder: string,
  name: string,
  listing: ReadonlyMap<string, TreeEntry>,
): Promise<ContentSpec> {
  const parts = new Map<number, NonNullable<Awaited<ReturnType<typeof findFile>>>>();
  const stem = /^(.*_)dir\.vpk$/.exec(name)?.[1];
  for (const [other, entry] of stem === undefined ? [] : listing) {
    const number = other.startsWith(stem!) && /^(\d{3})\.vpk$/.exec(other.slice(stem!.length))?.[1];
    if (number && entry.kind === "file") parts.set(Number(number), entry.file);
  }
  const file = (await findFile(tree, joinPath(folder, name)))!;
  return { kind: "archive", label: joinPath(folder, name), file, parts };
}
