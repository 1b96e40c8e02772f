/** Opens a player's installed game: its search order and its maps. */

import { CancelledError } from "../../core/errors.ts";
import { vpkPartName } from "../../formats/vpk/vpk-file.ts";
import { isVpkPartName, openArchive } from "../archives/open-archive.ts";
import type { ContentArchive, ContentSpec, StoredFile } from "../types.ts";
import {
  type FileTree,
  findFile,
  type GameMap,
  joinPath,
  listArchiveMaps,
  listFolderMaps,
  type TreeEntry,
} from "./file-tree.ts";
import type { FoundGame, SearchPath } from "./find-games.ts";

// Search paths of gameinfo.txt: resolved in the tree, and expanded to folders and archives.

/** Folder names under `steamapps/common` by app ID, which mods refer to. */
const APP_FOLDERS: ReadonlyMap<string, string> = new Map([
  ["215", "source sdk base"],
  ["218", "source sdk base 2007"],
  ["220", "half-life 2"],
  ["240", "counter-strike source"],
  ["280", "half-life 2"],
  ["300", "day of defeat source"],
  ["320", "half-life 2 deathmatch"],
  ["340", "half-life 2"],
  ["400", "portal"],
  ["440", "team fortress 2"],
  ["500", "left 4 dead"],
  ["550", "left 4 dead 2"],
  ["620", "portal 2"],
  ["630", "alien swarm"],
  ["4000", "garrysmod"],
  ["243730", "source sdk base 2013 singleplayer"],
  ["243750", "source sdk base 2013 multiplayer"],
]);

/**
 * Returns the paths to try for a search path, of which the first that exists counts; empty if all
 * lie outside the picked folders. A location is relative to the parent of the mod's folder, unless
 * a token in front changes that (`filesystem_init.cpp` of the SDK).
 *
 * @param modPath folder of gameinfo.txt
 * @param picked names at the top of the tree
 */
export function locateSearchPath(
  location: string,
  modPath: string,
  picked: readonly string[],
): string[] {
  const [, token, rest] = /^\s*(?:\|([^|]*)\|)?(.*)$/s.exec(location)!;
  const base = parentOf(modPath);
  const bases = basesOf(token?.toLowerCase(), modPath, base, picked);
  const paths = bases.flatMap((folder) => resolve(folder, rest) ?? []);
  return [...new Set(paths)];
}

function basesOf(
  token: string | undefined,
  modPath: string,
  base: string,
  picked: readonly string[],
): readonly string[] {
  if (token === undefined) return [base];
  if (token === "gameinfo_path") return [modPath];
  // The games that a mod builds on lie beside it, or were picked along with it.
  if (token === "all_source_engine_paths") return [base, ...picked];
  const app = APP_FOLDERS.get(/^appid_(\d+)$/.exec(token)?.[1] ?? "");
  if (app === undefined) return [];
  const beside = resolve(base, `../${app}`);
  return [...(beside === null ? [] : [beside]), app, ...picked.map((name) => `${name}/${app}`)];
}

/** Resolves a path from a folder, in lower case; null if it leaves the tree or is absolute. */
function resolve(folder: string, path: string): string | null {
  if (/^\s*([a-z]:|[\\/]{2})/i.test(path)) return null;
  const segments = folder === "" ? [] : folder.split("/");
  for (const segment of path
    .trim()
    .toLowerCase()
    .split(/[\\/]+/)) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  return segments.join("/");
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0));
}

export interface Mount {
  readonly kind: "folder" | "archive";
  /** Path in the tree; for a split archive, that of its directory file. */
  readonly path: string;
}

export interface Mounts {
  readonly mounts: readonly Mount[];
  /** Search paths outside the picked folders, as written. */
  readonly missing: readonly string[];
}

/** Path IDs that hold map content. Others hold programs, or files that the engine writes. */
const CONTENT_IDS = new Set(["game", "mod", "vpk", "download"]);

/**
 * Lists the mounts in the order of the search paths; a mount named twice counts at its first place:
 * - `name.vpk` means `name_dir.vpk` if that exists, else itself;
 * - `custom/*` means every folder and archive in `custom`, by name;
 * - `pak01_dir.vpk`, `pak02_dir.vpk` and so on in a folder are mounted before the folder.
 *
 * Addons, which Garry's Mod and Left 4 Dead 2 mount without naming them, come before all others.
 */
async function listMounts(
  tree: FileTree,
  modPath: string,
  searchPaths: readonly SearchPath[],
): Promise<Mounts> {
  const picked = [...((await tree.list("")) ?? new Map()).keys()];
  const mounts = new Map<string, Mount>();
  const add = (mount: Mount) => {
    if (!mounts.has(mount.path)) mounts.set(mount.path, mount);
  };
  for (const mount of await expandWildcard(tree, joinPath(modPath, "addons/*"))) add(mount);
  const missing: string[] = [];
  for (const { ids, location } of searchPaths) {
    if (!ids.some((id) => CONTENT_IDS.has(id))) continue;
    const paths = locateSearchPath(location, modPath, picked);
    let found = false;
    for (const path of paths) {
      const here = await expand(tree, path);
      for (const mount of here) add(mount);
      found ||= here.length > 0;
      if (found) break;
    }
    // `custom` and `download` often do not exist; they are not reported as missing.
    const isOptional = /[*?]/.test(location) || ids.includes("download");
    if (!found && !isOptional && !missing.includes(location)) missing.push(location);
  }
  return { mounts: [...mounts.values()], missing };
}

async function expand(tree: FileTree, path: string): Promise<Mount[]> {
  if (/[*?]/.test(path)) return expandWildcard(tree, path);
  return /\.vpk$/.test(path) ? findVpk(tree, path) : mountFolder(tree, path);
}

async function mountFolder(tree: FileTree, path: string): Promise<Mount[]> {
  // The top of the tree is no content root; only its folders may be.
  const listing = path === "" ? null : await tree.list(path);
  return listing ? [...listPaks(path, listing), { kind: "folder", path }] : [];
}

/** Expands a wildcard, which may be in the last name only, as in the engine. */
async function expandWildcard(tree: FileTree, path: string): Promise<Mount[]> {
  const slash = path.lastIndexOf("/");
  const folder = path.slice(0, Math.max(slash, 0));
  const pattern = path.slice(slash + 1);
  const listing = (await tree.list(folder)) ?? new Map<string, TreeEntry>();
  const names = [...listing.keys()].filter((name) => name[0] !== "." && matches(pattern, name));
  const mounts: Mount[] = [];
  for (const name of names.sort()) {
    const inner = joinPath(folder, name);
    if (listing.get(name)?.kind === "folder") mounts.push(...(await mountFolder(tree, inner)));
    else if (/\.(vpk|gma)$/.test(name) && !hasDirectory(name, listing)) {
      mounts.push({ kind: "archive", path: inner });
    }
  }
  return mounts;
}

/**
 * Matches a name: `*` is any text, `?` any character. Takes time proportional to the product of
 * both lengths, for any pattern.
 */
function matches(pattern: string, name: string): boolean {
  /** Whether each prefix of the pattern matches the part of the name read so far. */
  let reached = [true, ...Array.from(pattern, () => false)];
  const passStars = () => {
    for (let i = 0; i < pattern.length; i++) if (pattern[i] === "*") reached[i + 1] ||= reached[i];
  };
  passStars();
  for (const character of name) {
    const next = reached.map(() => false);
    for (let i = 0; i < pattern.length; i++) {
      if (!reached[i]) continue;
      if (pattern[i] === "*") next[i] = true;
      else if (pattern[i] === "?" || pattern[i] === character) next[i + 1] = true;
    }
    reached = next;
    passStars();
  }
  return reached[pattern.length];
}

async function findVpk(tree: FileTree, path: string): Promise<Mount[]> {
  for (const candidate of [path.replace(/\.vpk$/, "_dir.vpk"), path]) {
    const slash = candidate.lastIndexOf("/");
    const listing = await tree.list(candidate.slice(0, Math.max(slash, 0)));
    if (listing?.get(candidate.slice(slash + 1))?.kind !== "file") continue;
    return [{ kind: "archive", path: candidate }];
  }
  return [];
}

function listPaks(folder: string, listing: ReadonlyMap<string, TreeEntry>): Mount[] {
  const names = [...listing.keys()].filter((name) => /^pak\d\d_dir\.vpk$/.test(name));
  return names.sort().map((name) => ({ kind: "archive", path: joinPath(folder, name) }));
}

/** True if a name is that of a VPK part whose directory file exists too. */
function hasDirectory(name: string, listing: ReadonlyMap<string, TreeEntry>): boolean {
  return isVpkPartName(name) && listing.has(name.replace(/_\d{3}\.vpk$/, "_dir.vpk"));
}

export interface Game {
  readonly title: string;
  /** Folder of gameinfo.txt in the tree. */
  readonly path: string;
  /** Maps sorted by name. If several share a name, the first in search order wins. */
  readonly maps: readonly GameMap[];
  /** Content in search order. Can be posted to the load worker, which reads it. */
  readonly content: readonly ContentSpec[];
  /** One sentence each: unreadable files, and search paths outside the picked folders. */
  readonly problems: readonly string[];
}

/**
 * Mounts a game. Each archive's directory is read once for the list of maps, and released. A broken
 * archive is left out and reported in `problems`; nothing else stops the game.
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
    problems.push(`${location} is not in the picked folder: its content is missing`);
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

/** Finds `pak01_000.vpk` and so on beside `pak01_dir.vpk`, by part number. */
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
