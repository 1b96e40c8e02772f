/** A player's own game: its search order, and the maps in it. */

import { CancelledError } from "../../core/errors.ts";
import { vpkPartName } from "../../formats/vpk/vpk-file.ts";
import { openArchive } from "../archives/open-archive.ts";
import type { ContentArchive, ContentSpec, StoredFile } from "../types.ts";
import { type FileTree, findFile } from "./file-tree.ts";
import type { FoundGame } from "./find-games.ts";
import { type GameMap, listArchiveMaps, listFolderMaps } from "./list-maps.ts";
import { listMounts, type Mount } from "./list-mounts.ts";

export interface Game {
  readonly title: string;
  /** The folder of gameinfo.txt in the tree. */
  readonly path: string;
  /** By name; of several with one name, the first in search order. */
  readonly maps: readonly GameMap[];
  /** In search order. Can be posted to the load worker, which does the reading. */
  readonly content: readonly ContentSpec[];
  /** A sentence each: files that cannot be read, search paths outside of what was picked. */
  readonly problems: readonly string[];
}

/**
 * Mounts a game. Directories of archives are read once, for the list of maps, and let go again.
 * An archive that is broken is left out with a problem; nothing else stops the game.
 */
export async function openGame(
  tree: FileTree,
  { path, title, info, fault }: FoundGame,
  signal?: AbortSignal,
): Promise<Game> {
  const own = [{ ids: ["game"], location: "|gameinfo_path|." }];
  const searchPaths = info.searchPaths.length > 0 ? info.searchPaths : own;
  const { mounts, missing } = await listMounts(tree, path, searchPaths);
  const problems = fault === undefined ? [] : [fault];
  for (const location of missing) {
    problems.push(`${location} is not in the folder that was picked: what lies there is missing`);
  }
  const content: ContentSpec[] = [];
  const maps = new Map<string, GameMap>();
  for (const mount of mounts) {
    if (signal?.aborted) throw new CancelledError();
    const found =
      mount.kind === "folder"
        ? await openFolder(tree, mount)
        : await openMountedArchive(tree, mount, problems, signal);
    if (!found) continue;
    content.push(found.spec);
    for (const map of found.maps) if (!maps.has(map.name)) maps.set(map.name, map);
  }
  const byName = [...maps.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { title, path, maps: byName, content, problems };
}

interface Opened {
  readonly spec: ContentSpec;
  readonly maps: readonly GameMap[];
}

async function openFolder(tree: FileTree, { path }: Mount): Promise<Opened | null> {
  const spec = await tree.mount(path, path);
  return spec && { spec, maps: await listFolderMaps(tree, path) };
}

async function openMountedArchive(
  tree: FileTree,
  { path }: Mount,
  problems: string[],
  signal?: AbortSignal,
): Promise<Opened | null> {
  const file = await findFile(tree, path);
  if (!file) return null;
  const parts = await listParts(tree, path);
  const open = (signal?: AbortSignal): Promise<ContentArchive> => openArchive(file, parts, signal);
  let archive: ContentArchive;
  try {
    archive = await open(signal);
  } catch (error) {
    if (error instanceof CancelledError || !(error instanceof Error)) throw error;
    problems.push(`${path} is left out: ${error.message}`);
    return null;
  }
  return {
    spec: { kind: "archive", label: path, file, parts },
    maps: listArchiveMaps(archive, path, open),
  };
}

/** `pak01_000.vpk` and on, beside `pak01_dir.vpk`, by their numbers. */
export async function listParts(tree: FileTree, path: string): Promise<Map<number, StoredFile>> {
  const slash = path.lastIndexOf("/");
  const parts = new Map<number, StoredFile>();
  const stem = vpkPartName(path.slice(slash + 1), 0)?.replace(/000\.vpk$/, "");
  if (stem === undefined) return parts;
  for (const [name, entry] of (await tree.list(path.slice(0, Math.max(slash, 0)))) ?? []) {
    if (entry.kind !== "file" || !name.startsWith(stem)) continue;
    const number = /^(\d{3})\.vpk$/.exec(name.slice(stem.length))?.[1];
    if (number !== undefined) parts.set(Number(number), entry.file);
  }
  return parts;
}
