/** Trees of picked files and folders, and the maps in a mounted folder or archive. */

import { openBytes, openFileHandle } from "../bytes/open-bytes.ts";
import { isInContentRoot } from "../content-roots.ts";
import { isModelSource } from "../is-model-source.ts";
import { isMapPath } from "../maps/unpack-map.ts";
import { normalizeContentPath } from "../normalize-content-path.ts";
import type { ContentArchive, ContentFile, ContentSpec, StoredFile } from "../types.ts";
import { listHandle } from "./list-handle.ts";

// All picked folders form one tree with their names at its top level. A relative path that leaves
// one of them can reach another, and nothing else.

export type TreeEntry =
  | { readonly kind: "folder"; readonly name: string }
  | { readonly kind: "file"; readonly name: string; readonly file: StoredFile };

/** Tree of picked files. Paths as from `normalizeContentPath`; "" is the top. Case is ignored. */
export interface FileTree {
  /**
   * Lists a folder by lower-case name, with the original names in the entries; null if it does not
   * exist.
   */
  list(path: string): Promise<ReadonlyMap<string, TreeEntry> | null>;
  /**
   * Describes a folder as a content root that can be posted to a worker; null if it does not exist.
   */
  mount(path: string, label: string): Promise<ContentSpec | null>;
}

/** Finds a file of a tree; null if it does not exist. */
export async function findFile(tree: FileTree, path: string): Promise<StoredFile | null> {
  const slash = path.lastIndexOf("/");
  const entry = (await tree.list(path.slice(0, Math.max(slash, 0))))?.get(path.slice(slash + 1));
  return entry?.kind === "file" ? entry.file : null;
}

export function joinPath(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** Renames the top folder of a picked tree, with which all of its paths begin. */
export function renameTree(tree: FileTree, from: string, to: string): FileTree {
  const toOld = (path: string): string | null => {
    const slash = path.indexOf("/");
    const top = slash < 0 ? path : path.slice(0, slash);
    return top.toLowerCase() === to.toLowerCase() ? from + path.slice(top.length) : null;
  };
  return {
    async list(path) {
      if (path !== "") {
        const old = toOld(path);
        return old === null ? null : tree.list(old.toLowerCase());
      }
      const top = (await tree.list(""))?.get(from.toLowerCase());
      return top ? new Map([[to.toLowerCase(), { ...top, name: to }]]) : null;
    },
    async mount(path, label) {
      const old = toOld(path);
      return old === null ? null : tree.mount(old.toLowerCase(), label);
    },
  };
}

/** Joins several picked trees. If top folders share a name, the first wins. */
export function joinTrees(trees: readonly FileTree[]): FileTree {
  const owners = async () => {
    const top = new Map<string, { tree: FileTree; entry: TreeEntry }>();
    for (const tree of trees) {
      for (const [name, entry] of (await tree.list("")) ?? []) {
        if (!top.has(name)) top.set(name, { tree, entry });
      }
    }
    return top;
  };
  let top: ReturnType<typeof owners> | null = null;
  const ownerOf = async (path: string) => {
    top ??= owners();
    return (await top).get(path.split("/")[0])?.tree ?? null;
  };
  return {
    async list(path) {
      if (path !== "") return (await ownerOf(path))?.list(path) ?? null;
      top ??= owners();
      return new Map([...(await top)].map(([name, { entry }]) => [name, entry]));
    },
    async mount(path, label) {
      return (await ownerOf(path))?.mount(path, label) ?? null;
    },
  };
}

/** Tree of a folder picked with File System Access. Its folders are listed once, on demand. */
export function handleTree(root: FileSystemDirectoryHandle): FileTree {
  const listings = new Map<string, Promise<Map<string, FileSystemHandle> | null>>();

  const listFolder = (path: string): Promise<Map<string, FileSystemHandle> | null> => {
    const known = listings.get(path);
    if (known) return known;
    const listing = (async () => {
      if (path === "") return new Map<string, FileSystemHandle>([[root.name.toLowerCase(), root]]);
      const folder = await findFolder(path);
      return folder && listHandle(folder);
    })();
    listings.set(path, listing);
    listing.catch(() => listings.delete(path));
    return listing;
  };

  const findFolder = async (path: string): Promise<FileSystemDirectoryHandle | null> => {
    const slash = path.lastIndexOf("/");
    const above = await listFolder(path.slice(0, Math.max(slash, 0)));
    const handle = above?.get(path.slice(slash + 1));
    return handle?.kind === "directory" ? (handle as FileSystemDirectoryHandle) : null;
  };

  return {
    async list(path) {
      const handles = await listFolder(path);
      if (!handles) return null;
      const entries = new Map<string, TreeEntry>();
      for (const [key, handle] of handles) entries.set(key, toEntry(handle));
      return entries;
    },
    async mount(path, label) {
      const handle = path === "" ? null : await findFolder(path);
      return handle && { kind: "directory", label, handle };
    },
  };
}

function toEntry(handle: FileSystemHandle): TreeEntry {
  const { name } = handle;
  if (handle.kind === "directory") return { kind: "folder", name };
  return { kind: "file", name, file: handle as FileSystemFileHandle };
}

interface Folder {
  readonly name: string;
  readonly folders: Map<string, Folder>;
  readonly files: Map<string, { readonly name: string; readonly blob: Blob }>;
}

const makeFolder = (name: string): Folder => ({ name, folders: new Map(), files: new Map() });

/**
 * Tree of files with paths, as from `<input webkitdirectory>` and dropped folders: each path begins
 * with the name of the picked folder. If paths differ in case only, the first wins.
 */
export function filesTree(files: readonly ContentFile[]): FileTree {
  const root = makeFolder("");
  for (const { path, blob } of files) addFile(root, path, blob);

  const find = (path: string): Folder | undefined => {
    if (path === "") return root;
    let folder: Folder | undefined = root;
    for (const name of path.split("/")) folder = folder?.folders.get(name);
    return folder;
  };

  return {
    async list(path) {
      const folder = find(path);
      if (!folder) return null;
      const entries = new Map<string, TreeEntry>();
      for (const [name, inner] of folder.folders) {
        entries.set(name, { kind: "folder", name: inner.name });
      }
      for (const [key, { name, blob }] of folder.files) {
        entries.set(key, { kind: "file", name, file: blob });
      }
      return entries;
    },
    async mount(path, label) {
      const folder = find(path);
      if (!folder) return null;
      // Programs, archives and mods inside the folder are not content. Model sources are.
      const content: ContentFile[] = [];
      for (const [name, inner] of folder.folders) {
        const isRoot = isInContentRoot(`${name}/`);
        collect(inner, `${name}/`, content, isRoot ? () => true : isModelSource);
      }
      for (const [name, { blob }] of folder.files) content.push({ path: name, blob });
      return { kind: "folder", label, files: content };
    },
  };
}

function addFile(root: Folder, path: string, blob: Blob): void {
  const names = path.split(/[\\/]+/).filter((name) => name !== "" && name !== ".");
  const fileName = names.pop();
  // Paths with `..` or empty names. Browsers do not create such paths; other callers might.
  if (fileName === undefined || normalizeContentPath(path).split("/").length !== names.length + 1) {
    return;
  }
  let folder = root;
  for (const name of names) {
    const key = name.toLowerCase();
    let inner = folder.folders.get(key);
    if (!inner) {
      inner = makeFolder(name);
      folder.folders.set(key, inner);
    }
    folder = inner;
  }
  const key = fileName.toLowerCase();
  if (!folder.files.has(key)) folder.files.set(key, { name: fileName, blob });
}

function collect(
  folder: Folder,
  prefix: string,
  out: ContentFile[],
  isWanted: (name: string) => boolean,
): void {
  for (const [name, { blob }] of folder.files) {
    if (isWanted(name)) out.push({ path: prefix + name, blob });
  }
  for (const [name, inner] of folder.folders) collect(inner, `${prefix}${name}/`, out, isWanted);
}

export interface GameMap {
  /** Path below `maps`, without extension, in lower case: `de_dust2`, `workshop/125/cs_agency`. */
  readonly name: string;
  /** Path in the tree of the folder or archive that has the map, for display. */
  readonly mount: string;
  /** Stored size: the packed one for a `.bsp.bz2`. */
  readonly byteLength: number;
  /**
   * Returns where to read the map, which may be packed: the file of a loose map, or the bytes of a
   * map in an archive. Rejects with FormatError (VPK, GMA), or with a plain error if the map can no
   * longer be read.
   */
  locate(signal?: AbortSignal): Promise<GameMapLocation>;
}

export type GameMapLocation =
  | { readonly blob: Blob }
  | { readonly url: string }
  | { readonly bytes: Uint8Array };

const FOLDER = "maps";
/** `maps/workshop/<number>/<map>.bsp` */
const MAX_DEPTH = 2;

/**
 * Lists the maps below `maps` of a mounted folder, unsorted. Packed copies come after all other
 * maps.
 */
export async function listFolderMaps(tree: FileTree, mount: string): Promise<GameMap[]> {
  const maps: GameMap[] = [];
  const packed: GameMap[] = [];
  const visit = async (path: string, prefix: string, depth: number): Promise<void> => {
    for (const [name, entry] of (await tree.list(path)) ?? []) {
      if (entry.kind === "folder") {
        if (depth < MAX_DEPTH) await visit(joinPath(path, name), `${prefix}${name}/`, depth + 1);
      } else if (isMapPath(name)) {
        const list = /\.bz2$/.test(name) ? packed : maps;
        list.push(await looseMap(prefix + name, mount, entry.file));
      }
    }
  };
  await visit(joinPath(mount, FOLDER), "", 0);
  return [...maps, ...packed];
}

/** @param reopen opens the archive again: the returned maps do not keep it in memory */
export function listArchiveMaps(
  archive: ContentArchive,
  mount: string,
  reopen: (signal?: AbortSignal) => Promise<ContentArchive>,
): GameMap[] {
  const maps: { path: string; byteLength: number }[] = [];
  for (const { path, byteLength } of archive.list()) {
    if (path.startsWith(`${FOLDER}/`) && isMapPath(path)) maps.push({ path, byteLength });
  }
  return maps.map(({ path, byteLength }) => ({
    name: nameOf(path.slice(FOLDER.length + 1)),
    mount,
    byteLength,
    async locate(signal) {
      const bytes = await (await reopen(signal)).read(path, signal);
      if (bytes === null) throw new Error(`${path} is no longer in ${mount}`);
      return { bytes };
    },
  }));
}

/** @param path below `maps`, with its extension */
export async function looseMap(path: string, mount: string, file: StoredFile): Promise<GameMap> {
  const { byteLength } = await openBytes(file);
  const locate = async (): Promise<GameMapLocation> => {
    if (file instanceof Blob) return { blob: file };
    return "url" in file ? file : { blob: await openFileHandle(file) };
  };
  return { name: nameOf(path), mount, byteLength, locate };
}

function nameOf(path: string): string {
  return path.toLowerCase().replace(/\.bsp(\.bz2)?$/, "");
}
