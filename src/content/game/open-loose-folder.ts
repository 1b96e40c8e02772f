/** A folder that is no game: whatever maps and content lie in it. */

import { CancelledError } from "../../core/errors.ts";
import { isInContentRoot } from "../content-roots.ts";
import { isArchiveName, openArchive } from "../open-archive.ts";
import type { ContentSpec, StoredFile } from "../types.ts";
import { isMapPath } from "../unpack-map.ts";
import { type FileTree, joinPath, type TreeEntry } from "./file-tree.ts";
import { type GameMap, listArchiveMaps, looseMap } from "./list-maps.ts";
import { type Game, listParts } from "./open-game.ts";

/** `addons/<name>/…`, a server's `fastdl/maps`, with folders to spare. */
const MAX_DEPTH = 4;
/** More than any collection of maps has; somebody's whole disk has more. */
const MAX_FOLDERS = 5_000;
/** A map and its content in one. */
const PACKED_MAP = /\.visleaf\.zip$/i;

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
  let left = MAX_FOLDERS;
  const add = (map: GameMap): void => {
    if (!maps.has(map.name)) maps.set(map.name, map);
  };

  const addArchive = async (folder: string, name: string, file: StoredFile): Promise<void> => {
    const label = joinPath(folder, name);
    const parts = await listParts(tree, label);
    const open = (signal?: AbortSignal) => openArchive(file, parts, signal);
    try {
      for (const map of listArchiveMaps(await open(signal), label, open)) add(map);
      content.push({ kind: "archive", label, file, parts });
    } catch (error) {
      if (error instanceof CancelledError || !(error instanceof Error)) throw error;
      problems.push(`${label} is left out: ${error.message}`);
    }
  };

  const visit = async (folder: string, depth: number): Promise<void> => {
    if (signal?.aborted) throw new CancelledError();
    if (left-- === 0) problems.push(`more than ${MAX_FOLDERS} folders: the rest is not looked at`);
    const listing = left < 0 ? null : await tree.list(folder);
    if (!listing) return;
    const names = [...listing.keys()].sort();
    const isRoot = names.some((name) => isContentFolder(listing, name));
    const mounted = isRoot ? await tree.mount(folder, folder) : null;
    if (mounted) content.push(mounted);
    for (const name of names) {
      const entry = listing.get(name)!;
      if (entry.kind === "folder") {
        // What content lies in holds no other content; maps may lie in folders of their own.
        const isClosed = isContentFolder(listing, name) && name !== "maps";
        if (isClosed || name.startsWith(".") || depth === MAX_DEPTH) continue;
        await visit(joinPath(folder, name), depth + 1);
      } else if (isMapPath(name) || PACKED_MAP.test(name)) {
        add(await looseMap(name.replace(PACKED_MAP, ".bsp"), folder, entry.file));
      } else if (isArchiveName(name)) {
        await addArchive(folder, name, entry.file);
      }
    }
  };
  await visit(path, 0);
  if (isInContentRoot(`${path}/`)) {
    const above = await tree.mount("", title);
    if (above) content.push(above);
    else problems.push(`${title} is a part of a content folder: add the folder above it instead`);
  }
  const byName = [...maps.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { title, path, maps: byName, content, problems };
}

function isContentFolder(listing: ReadonlyMap<string, TreeEntry>, name: string): boolean {
  return listing.get(name)?.kind === "folder" && isInContentRoot(`${name}/`);
}
