/** Opens a folder that is not a game: its maps and content, wherever they lie in it. */

import { CancelledError } from "../../core/errors.ts";
import { isArchiveName, openArchive } from "../archives/open-archive.ts";
import { isInContentRoot } from "../content-roots.ts";
import { isModelSource } from "../is-model-source.ts";
import { isMapPath } from "../maps/unpack-map.ts";
import type { ContentSpec, StoredFile } from "../types.ts";
import {
  type FileTree,
  type GameMap,
  joinPath,
  listArchiveMaps,
  looseMap,
  type TreeEntry,
} from "./file-tree.ts";
import { type Game, listParts } from "./open-game.ts";

// Walk of such a folder for maps, archives and content roots.

/** Maximum depth: `addons/<name>/…` and a server's `fastdl/maps` need less. */
const MAX_DEPTH = 4;
/** Maximum number of folders: more than any collection of maps has, less than a whole disk. */
const MAX_FOLDERS = 10_000;
/** Archive of a map and its content. */
const PACKED_MAP = /\.visleaf\.zip$/i;

/** An item found; paths are those of the tree. */
export type LooseFind =
  /** Folder that contains `materials`, `models` or another content folder, or model sources. */
  | { readonly kind: "root"; readonly path: string }
  /** A map by itself, or packed with its content. */
  | { readonly kind: "map"; readonly path: string; readonly file: StoredFile }
  | {
      readonly kind: "archive";
      readonly path: string;
      readonly file: StoredFile;
      readonly parts: ReadonlyMap<number, StoredFile>;
    }
  /** The walk stopped early; `problem` says why. */
  | { readonly kind: "end"; readonly problem: string };

/** Returns a map's file name; for a packed map, with the extension `.bsp`. */
function plainMapName(name: string): string {
  return name.replace(PACKED_MAP, ".bsp");
}

/**
 * Walks outer folders before inner ones. In each, yields the folder itself if it is a content root,
 * then its entries by name. Rejects if a folder can no longer be listed.
 */
export async function* walkLooseFolder(
  tree: FileTree,
  path: string,
  signal?: AbortSignal,
): AsyncGenerator<LooseFind> {
  let left = MAX_FOLDERS;

  /** `isSource` is true below a folder that has model sources. */
  async function* visit(
    folder: string,
    depth: number,
    isSource: boolean,
  ): AsyncGenerator<LooseFind> {
    if (signal?.aborted) throw new CancelledError();
    if (left-- === 0) {
      yield {
        kind: "end",
        problem: `more than ${MAX_FOLDERS} folders: the rest is not looked at`,
      };
    }
    const listing = left < 0 ? null : await tree.list(folder);
    if (!listing) return;
    const names = [...listing.keys()].sort();
    const hasSources = names.some((name) => isModelSource(name));
    const isRoot = names.some((name) => isContentFolder(listing, name));
    if (isRoot || (hasSources && !isSource)) yield { kind: "root", path: folder };
    const inner: string[] = [];
    for (const name of names) {
      const entry = listing.get(name)!;
      const at = joinPath(folder, name);
      if (entry.kind === "folder") {
        // Content folders contain no other content roots; `maps` may have subfolders with maps.
        if (!isContentFolder(listing, name) && !name.startsWith(".")) inner.push(at);
      } else if (isMapPath(name) || PACKED_MAP.test(name)) {
        yield { kind: "map", path: at, file: entry.file };
      } else if (isArchiveName(name)) {
        yield { kind: "archive", path: at, file: entry.file, parts: await listParts(tree, at) };
      }
    }
    if (depth < MAX_DEPTH)
      for (const at of inner) yield* visit(at, depth + 1, isSource || hasSources);
  }

  yield* visit(path, 0, false);
}

/** True for every content folder except `maps`, whose maps are found one by one. */
function isContentFolder(listing: ReadonlyMap<string, TreeEntry>, name: string): boolean {
  return listing.get(name)?.kind === "folder" && name !== "maps" && isInContentRoot(`${name}/`);
}

/**
 * Opens the folder. All content folders and archives found are content for all of its maps. A
 * broken archive is left out and reported. Rejects if a folder can no longer be listed.
 *
 * @param path of a picked folder in the tree
 */
export async function openLooseFolder(
  tree: FileTree,
  path: string,
  title: string,
  signal?: AbortSignal,
): Promise<Game> {
  const maps = new Map<string, GameMap>();
  const content: ContentSpec[] = [];
  const problems: string[] = [];
  const add = (map: GameMap): void => {
    if (!maps.has(map.name)) maps.set(map.name, map);
  };

  const addArchive = async (found: LooseFind & { kind: "archive" }): Promise<void> => {
    const { path: label, file, parts } = found;
    const open = (signal?: AbortSignal) => openArchive(file, parts, signal);
    try {
      for (const map of listArchiveMaps(await open(signal), label, open)) add(map);
      content.push({ kind: "archive", label, file, parts });
    } catch (error) {
      if (error instanceof CancelledError || !(error instanceof Error)) throw error;
      problems.push(`${label} is left out: ${error.message}`);
    }
  };

  for await (const found of walkLooseFolder(tree, path, signal)) {
    if (found.kind === "end") problems.push(found.problem);
    else if (found.kind === "archive") await addArchive(found);
    else if (found.kind === "map") {
      const slash = found.path.lastIndexOf("/");
      const name = plainMapName(found.path.slice(slash + 1));
      add(await looseMap(name, found.path.slice(0, slash), found.file));
    } else {
      const mounted = await tree.mount(found.path, found.path);
      if (mounted) content.push(mounted);
    }
  }
  if (isInContentRoot(`${path}/`)) {
    const above = await tree.mount("", title);
    if (above) content.push(above);
    else problems.push(`${title} is a part of a content folder: add the folder above it instead`);
  }
  const byName = [...maps.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { title, path, maps: byName, content, problems };
}
