/** Finds the maps to serve, and lists them as data. */

import { createHash } from "node:crypto";
import { memoryBytes } from "../../content/bytes/memory-bytes.ts";
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

// Maps of a folder: those of its games, or those that lie in it.

export interface ServedMap {
  /** Lower case, without extension; relative to the game's `maps`, or to the folder. */
  readonly name: string;
  /** Name with an extension, by which the map is found. */
  readonly path: string;
  readonly byteLength: number;
  open(): Promise<ServedFile | null>;
}

/** Maps that share their content. */
export interface Collection {
  readonly title: string;
  readonly maps: readonly ServedMap[];
  /** Sources in search order. */
  readonly sources: readonly ServedSource[];
}

export interface Collections {
  readonly collections: readonly Collection[];
  /** One sentence for each problem. */
  readonly problems: readonly string[];
}

/**
 * Finds the maps in a folder. Files added later are not seen; changes to files are.
 * @throws CliError if it is not a folder
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
        // Readers detect packed maps by their first bytes.
        return plain ?? (await source?.open(`maps/${name}.bsp.bz2`)) ?? null;
      },
    })),
  };
  return { collection, problems: problems.map((problem) => `${title}: ${problem}`) };
}

function labelOf(spec: ContentSpec): string {
  return "label" in spec ? spec.label : spec.base;
}

/** Finds maps anywhere in the folder. Content folders and archives are content for all of them. */
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

/** `path` is relative to the folder. */
async function looseMap(files: ServedSource, path: string): Promise<ServedMap> {
  const shown = path.replace(/^maps\//, "");
  return {
    name: shown.replace(/\.(bsp|bsp\.bz2|zip)$/, ""),
    path: shown,
    byteLength: (await files.open(path))?.bytes.byteLength ?? 0,
    open: () => files.open(path),
  };
}

export interface ListedMap {
  /** Examples: `de_dust2`, `workshop/125/cs_agency`. */
  readonly name: string;
  /** Name without its folders, and the game's title. */
  readonly title: string;
  readonly game: string;
  /** Stored size. */
  readonly size: number;
  /** Path from the server's root. */
  readonly url: string;
  /** Paths of its content, in search order. */
  readonly content: readonly string[];
  /** Path of the page that shows the map. */
  readonly page: string;
}

/**
 * Returns the path prefix of a collection: empty for the first, so that most addresses have none.
 */
export function prefixOf(collection: number): string {
  return collection === 0 ? "" : `/${collection + 1}`;
}

export function listMaps(collections: readonly Collection[]): ListedMap[] {
  return collections.flatMap(({ title: game, maps }, i) =>
    maps.map(({ name, path, byteLength }) => {
      const url = `${prefixOf(i)}/maps/${path.split("/").map(encodeURIComponent).join("/")}`;
      const content = [`${prefixOf(i)}/content/`];
      const query = `map=${encodeURIComponent(url)}&content=${encodeURIComponent(content[0])}`;
      const title = name.slice(name.lastIndexOf("/") + 1).replace(/\.visleaf$/, "");
      // Slashes need no escaping in a query, and unescaped addresses are readable.
      const page = `/?${query.replaceAll("%2F", "/")}`;
      return { name, title, game, size: byteLength, url, content, page };
    }),
  );
}

/** Creates a file from text, once: the list does not change while the server runs. */
export function textFile(text: string): ServedFile {
  const bytes = new TextEncoder().encode(text);
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  return { bytes: memoryBytes("list", bytes), etag: `"${hash}"`, lastModified: Date.now() };
}
