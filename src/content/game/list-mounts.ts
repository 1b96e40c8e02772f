/** The search order of a game: which folders and archives of the tree, and in which order. */

import { isVpkPartName } from "../archives/open-archive.ts";
import { type FileTree, joinPath, type TreeEntry } from "./file-tree.ts";
import { locateSearchPath } from "./locate-search-path.ts";
import type { SearchPath } from "./parse-game-info.ts";

export interface Mount {
  readonly kind: "folder" | "archive";
  /** In the tree; of an archive in pieces, that of its directory. */
  readonly path: string;
}

export interface Mounts {
  readonly mounts: readonly Mount[];
  /** Search paths that lie outside of what was picked, as written. */
  readonly missing: readonly string[];
}

/** What the engine looks in for a map's content. Other kinds hold programs, or what it writes. */
const CONTENT_IDS = new Set(["game", "mod", "vpk", "download"]);

/**
 * In the order of the list, a search path in each place where it is first named:
 * - `name.vpk` stands for `name_dir.vpk` where there is one, else for itself;
 * - `custom/*` for every folder and archive in `custom`, by name;
 * - a folder that has `pak01_dir.vpk` and on (they are mounted without being named) goes after them.
 *
 * Addons, which Garry's Mod and Left 4 Dead 2 mount without naming them, go before all else.
 */
export async function listMounts(
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
    // `custom` and `download` are often not there, and nothing is missed then.
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
  // All of what was picked is no content root, only its folders may be.
  const listing = path === "" ? null : await tree.list(path);
  return listing ? [...listPaks(path, listing), { kind: "folder", path }] : [];
}

/** Wildcards stand in the last name only, as in the engine. */
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

/** `*` is any text and `?` any character. In time of both lengths multiplied, whatever the pattern. */
function matches(pattern: string, name: string): boolean {
  /** By how much of the pattern: whether it can match what was taken of the name. */
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

/** Whether a name is a part's, and its directory is there, too. */
function hasDirectory(name: string, listing: ReadonlyMap<string, TreeEntry>): boolean {
  return isVpkPartName(name) && listing.has(name.replace(/_\d{3}\.vpk$/, "_dir.vpk"));
}
