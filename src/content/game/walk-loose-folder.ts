/** A folder that is no game: whatever maps and content lie in it. */

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

// What lies in a folder that is no game: maps, archives, and folders that content counts from.

/** `addons/<name>/…`, a server's `fastdl/maps`, with folders to spare. */
const MAX_DEPTH = 4;
/** More than any collection of maps has; somebody's whole disk has more. */
const MAX_FOLDERS = 10_000;
/** A map and its content in one. */
const PACKED_MAP = /\.visleaf\.zip$/i;

/** Paths are the tree's. */
export type LooseFind =
  /** A folder with `materials`, `models` or the like in it, or with sources of models. */
  | { readonly kind: "root"; readonly path: string }
  /** By itself, or packed with its content. */
  | { readonly kind: "map"; readonly path: string; readonly file: StoredFile }
  | {
      readonly kind: "archive";
      readonly path: string;
      readonly file: StoredFile;
      readonly parts: ReadonlyMap<number, StoredFile>;
    }
  /** The rest is not looked at, and why. */
  | { readonly kind: "end"; readonly problem: string };

/** `name`, of a packed map with the extension of one that is not. */
function plainMapName(name: string): string {
  return name.replace(PACKED_MAP, ".bsp");
}

/**
 * Outer folders before inner ones; in each, first the folder as a root, then what is in it by name.
 * Rejects where a folder can no longer be listed.
 */
export async function* walkLooseFolder(
  tree: FileTree,
  path: string,
  signal?: AbortSignal,
): AsyncGenerator<LooseFind> {
  let left = MAX_FOLDERS;

  /** `isSource`: a folder that it lies in is one of sources. */
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
        // What content lies in holds no other content; maps may lie in folders of their own.
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

/** All but `maps`: what is in it is found map by map. */
function isContentFolder(listing: ReadonlyMap<string, TreeEntry>, name: string): boolean {
  return listing.get(name)?.kind === "folder" && name !== "maps" && isInContentRoot(`${name}/`);
}

/**
 * Maps anywhere in the folder; folders that hold content, and archives, are content for all of them.
 * An archive that is broken is left out with a problem. Rejects where a folder can no longer be listed.
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
