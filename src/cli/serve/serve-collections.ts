/** The maps that are served, as data for pages and as a page of links. */

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
import { escapeHtml } from "../html.ts";
import { listPolicy } from "./page-policy.ts";
import { type ServedFile, type ServedSource, servedFolder, servedSource } from "./serve-source.ts";
import { UnpackedFiles } from "./unpacked-files.ts";

// What there is to serve in a folder: its games' maps, or the maps that lie in it.

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

export interface ListedMap {
  /** `de_dust2`, `workshop/125/cs_agency` */
  readonly name: string;
  /** The name without its folders, and what the game is called. */
  readonly title: string;
  readonly game: string;
  /** As stored. */
  readonly size: number;
  /** From the server's root. */
  readonly url: string;
  /** Where its content lies, in search order. */
  readonly content: readonly string[];
  /** Of the page that shows it. */
  readonly page: string;
}

/** What stands before a collection's addresses: nothing for the first, so that most have none. */
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
      // Slashes need no escape in a query, and addresses are for people, too.
      const page = `/?${query.replaceAll("%2F", "/")}`;
      return { name, title, game, size: byteLength, url, content, page };
    }),
  );
}

/** Made once: what is served does not change while it is. */
export function textFile(text: string): ServedFile {
  const bytes = new TextEncoder().encode(text);
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  return { bytes: memoryBytes("list", bytes), etag: `"${hash}"`, lastModified: Date.now() };
}

const STYLE = `
:root { font: 16px/1.5 system-ui, sans-serif; background: #14171c; color: #e8eaed }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { width: 100%; border-collapse: collapse }
td { padding: 0.4rem 0.5rem; border-top: 1px solid #2b3038; color: #a5adb8 }
td:last-child { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
a { color: #ff9f40 }
`;

export const LIST_POLICY = listPolicy(STYLE);

/** A page without scripts. Names come from files, and are text here whatever they hold. */
export function formatMapList(maps: readonly ListedMap[]): string {
  const rows = maps.map(({ name, game, size, page }) => {
    const cells = [`<a href="${escapeHtml(page)}">${escapeHtml(name)}</a>`, escapeHtml(game)];
    return `<tr><td>${cells.join("<td>")}<td>${(size / 1e6).toFixed(1)} MB`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="dark">
<title>Maps – visleaf</title>
<style>${STYLE}</style>
<h1>${maps.length} ${maps.length === 1 ? "map" : "maps"}</h1>
<table>
${rows.join("\n")}
</table>
</html>
`;
}
