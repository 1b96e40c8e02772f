/**
 * All maps that can be opened by name: from added games and folders, from archives, and from the
 * server. All folders are scanned again when one is added, because a game's search paths may lead
 * into another folder.
 */

import {
  type FileTree,
  findGames,
  handleTree,
  joinTrees,
  openGame,
  openLooseFolder,
  renameTree,
} from "../../content/game/index.ts";
import { CancelledError } from "../../core/errors.ts";
import { askToRead, describeFileFault, mayRead } from "./file-access.ts";
import {
  type Collection,
  type ListedMap,
  openArchiveAt,
  openArchiveFile,
} from "./open-archive-file.ts";
import type { PageStore } from "./page-store.ts";

// Lists the maps of the server if the page comes from `visleaf serve`.

/** Most maps accepted from a server; the list has to fit the page. */
const MAX_MAPS = 100_000;

/**
 * Name in the `Server-Timing` header of `visleaf serve`. No list is requested from other servers.
 */
const SERVER_MARK = "visleaf-serve";

interface ServedRow {
  readonly name: string;
  readonly game: string;
  readonly size: number;
  readonly url: string;
  readonly content: readonly string[];
}

/**
 * Returns the server's maps; empty for other servers. Rejects with a sentence if the list is
 * unavailable or unreadable.
 */
async function listServerMaps(page: URL): Promise<Collection[]> {
  const navigations = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  // Not every browser has `serverTiming`.
  const marks = navigations.flatMap((navigation) => navigation.serverTiming ?? []);
  if (!marks.some(({ name }) => name === SERVER_MARK)) return [];
  const url = new URL("/maps.json", page);
  const response = await fetch(url).catch(() => null);
  if (!response?.ok) throw new Error(`${url.href} is not available: is the server still running?`);
  return readServerMaps(await response.json(), page);
}

/** @throws Error with a sentence if the data is not a list of maps */
export function readServerMaps(data: unknown, page: URL): Collection[] {
  if (!Array.isArray(data) || data.length > MAX_MAPS || !data.every((row) => isRow(row, page))) {
    throw new Error(`${new URL("/maps.json", page).href} is not a list of maps`);
  }
  const games = new Map<string, { row: ServedRow; maps: ListedMap[] }>();
  for (const row of data) {
    const key = `${row.game}\n${row.content.join("\n")}`;
    let game = games.get(key);
    if (!game) {
      game = { row, maps: [] };
      games.set(key, game);
    }
    const url = new URL(row.url, page).href;
    game.maps.push({
      name: row.name,
      byteLength: row.size,
      mount: page.host,
      locate: async () => ({ url }),
    });
  }
  return [...games].map(([key, { row, maps }]) => ({
    id: `server ${key}`,
    title: row.game,
    kind: "server",
    isKept: true,
    maps,
    content: row.content.map((folder) => new URL(folder, page).href),
    problems: [],
  }));
}

/** Checks a row. Addresses may be relative to the page or absolute. */
function isRow(row: unknown, page: URL): row is ServedRow {
  if (typeof row !== "object" || row === null) return false;
  const { name, game, size, url, content } = row as Record<string, unknown>;
  const isUrl = (text: unknown) => typeof text === "string" && URL.canParse(text, page);
  return (
    [name, game].every((text) => typeof text === "string") &&
    typeof size === "number" &&
    isUrl(url) &&
    Array.isArray(content) &&
    content.every(isUrl)
  );
}

/** A folder that was added in this visit or an earlier one. */
export interface Folder {
  /** The folder's name, with a number if another folder has the same name: `maps (2)`. */
  readonly name: string;
  readonly handle: FileSystemDirectoryHandle | null;
  /** `null` if the folder is stored from an earlier visit and needs permission to be read again. */
  readonly tree: FileTree | null;
  /** Reason why the folder is unreadable, or `null`. */
  readonly fault: string | null;
}

/** Result of adding a folder. */
export interface AddedFolder {
  readonly name: string;
  readonly collections: readonly Collection[];
  /**
   * Reason why the folder has nothing to offer, as a sentence; it is then neither listed nor
   * stored. `null` otherwise.
   */
  readonly fault: string | null;
}

export interface Library {
  readonly folders: readonly Folder[];
  /** Games and folders in the order of adding, then archives, then the server's. */
  readonly collections: readonly Collection[];
  /** Whether folders are being scanned. */
  readonly isReading: boolean;
  /** Restores stored folders and queries the server. Reports failures. */
  restore(): Promise<void>;
  /** Adds a folder, or replaces it if it was added before. */
  addHandle(handle: FileSystemDirectoryHandle): Promise<AddedFolder>;
  /**
   * Adds a folder without a handle. A folder of the same name with the same entries is replaced.
   */
  addTree(name: string, tree: FileTree): Promise<AddedFolder>;
  /** Adds an archive (VPK, GMA, ZIP). Rejects with FormatError. */
  addArchive(file: File, parts: ReadonlyMap<number, File>): Promise<Collection>;
  /** Adds an archive from the web. `content`: addresses of further content for its maps. */
  addArchiveAt(url: string, content: readonly string[]): Promise<Collection>;
  /** Asks for permission to read a stored folder; requires a click. `false` if it was refused. */
  unlock(folder: Folder): Promise<boolean>;
  forget(folder: Folder): Promise<void>;
  removeArchive(collection: Collection): void;
}

/** `onChange`: called after any change. `onFault`: receives errors that stop nothing. */
export function createLibrary(
  store: PageStore,
  onChange: () => void,
  onFault: (error: unknown) => void,
): Library {
  let folders: Folder[] = [];
  let found: readonly Collection[] = [];
  let archives: readonly Collection[] = [];
  let served: readonly Collection[] = [];
  let reading: AbortController | null = null;
  let latest: Promise<void> = Promise.resolve();

  const setFolder = (folder: Folder): void => {
    const at = folders.findIndex(({ name }) => name === folder.name);
    if (at < 0) folders.push(folder);
    else folders[at] = folder;
  };

  /**
   * Scans all folders. A later call replaces an earlier one, whose promise then resolves with the
   * later.
   */
  const read = (): Promise<void> => {
    reading?.abort();
    const own = new AbortController();
    reading = own;
    onChange();
    latest = readFor(own);
    return latest;
  };
  const readFor = async (own: AbortController): Promise<void> => {
    try {
      const { collections, faults } = await readFolders(folders, own.signal);
      if (reading === own) {
        found = collections;
        folders = folders.map((folder) => {
          const fault = faults.get(folder.name) ?? (folder.tree ? null : folder.fault);
          return { ...folder, fault };
        });
      }
    } catch (error) {
      if (!(error instanceof CancelledError)) throw error;
    } finally {
      if (reading === own) reading = null;
      onChange();
    }
    // A replaced scan waits for the latest one, whose result includes its folder.
    if (own.signal.aborted) await latest;
  };

  const add = async (folder: Folder): Promise<AddedFolder> => {
    const { name } = folder;
    setFolder(folder);
    await read();
    const fault = folders.find((one) => one.name === name)?.fault ?? null;
    if (fault !== null) {
      folders = folders.filter((one) => one.name !== name);
      onChange();
    }
    const top = name.toLowerCase();
    const collections = found.filter(({ id }) => id === top || id.startsWith(`${top}/`));
    return { name, collections, fault };
  };

  /**
   * Returns the name to list a folder by: its own, with a number if another folder has that name.
   */
  const nameFor = async (
    name: string,
    isSame: (folder: Folder) => Promise<boolean>,
  ): Promise<string> => {
    for (let number = 1; ; number++) {
      const candidate = number === 1 ? name : `${name} (${number})`;
      const holder = folders.find((one) => one.name.toLowerCase() === candidate.toLowerCase());
      if (!holder || (await isSame(holder))) return candidate;
    }
  };

  const treeOf = (handle: FileSystemDirectoryHandle, name: string): FileTree => {
    const tree = handleTree(handle);
    return name === handle.name ? tree : renameTree(tree, handle.name, name);
  };

  const addArchive = (collection: Collection): Collection => {
    archives = [...archives.filter(({ id }) => id !== collection.id), collection];
    onChange();
    return collection;
  };

  const readKept = async (): Promise<void> => {
    for (const { name, handle } of await store.folders()) {
      const isOpen = await mayRead(handle).catch(() => false);
      setFolder({ name, handle, tree: isOpen ? treeOf(handle, name) : null, fault: null });
    }
    if (folders.length > 0) await read();
  };

  return {
    get folders() {
      return folders;
    },
    get collections() {
      return [...found, ...archives, ...served];
    },
    get isReading() {
      return reading !== null;
    },
    async restore() {
      const readServer = async (): Promise<void> => {
        served = await listServerMaps(new URL(location.href));
        if (served.length > 0) onChange();
      };
      await Promise.all([readKept().catch(onFault), readServer().catch(onFault)]);
    },
    async addHandle(handle) {
      const name = await nameFor(
        handle.name,
        async (other) => (await other.handle?.isSameEntry(handle)) ?? false,
      );
      const added = await add({ name, handle, tree: treeOf(handle, name), fault: null });
      if (added.fault === null) store.keepFolder({ name, handle }).catch(onFault);
      else store.forgetFolder(name).catch(onFault);
      return added;
    },
    async addTree(ownName, ownTree) {
      const names = await listTop(ownTree, ownName);
      const name = await nameFor(ownName, async (other) => {
        return other.tree !== null && (await listTop(other.tree, other.name)) === names;
      });
      const tree = name === ownName ? ownTree : renameTree(ownTree, ownName, name);
      return add({ name, handle: null, tree, fault: null });
    },
    addArchive: async (file, parts) => addArchive(await openArchiveFile(file, parts)),
    addArchiveAt: async (url, content) => addArchive(await openArchiveAt(url, content)),
    async unlock(folder) {
      if (folder.tree !== null) return true;
      const { name, handle } = folder;
      if (handle === null || !(await askToRead(handle))) return false;
      const { fault } = await add({ name, handle, tree: treeOf(handle, name), fault: null });
      if (fault !== null) throw new Error(`${name} has no content any more: ${fault}`);
      return true;
    },
    async forget(folder) {
      folders = folders.filter(({ name }) => name !== folder.name);
      await store.forgetFolder(folder.name).catch(onFault);
      await read();
    },
    removeArchive(collection) {
      archives = archives.filter((other) => other !== collection);
      onChange();
    },
  };
}

/** Returns the names at the top of a folder as one text. */
async function listTop(tree: FileTree, name: string): Promise<string> {
  const listing = await tree.list(name.toLowerCase());
  return [...(listing?.keys() ?? [])].sort().join("\n");
}

interface ReadFolders {
  readonly collections: readonly Collection[];
  /** Reasons of unreadable folders, by folder name. */
  readonly faults: ReadonlyMap<string, string>;
}

async function readFolders(folders: readonly Folder[], signal: AbortSignal): Promise<ReadFolders> {
  const joined = joinTrees(folders.flatMap(({ tree }) => tree ?? []));
  const collections: Collection[] = [];
  const faults = new Map<string, string>();
  for (const { name, tree, handle } of folders) {
    if (tree === null) continue;
    const isKept = handle !== null;
    try {
      const games = await findGames(tree, signal);
      const opened = await Promise.all(games.map((game) => openGame(joined, game, signal)));
      for (const game of opened) collections.push({ ...game, id: game.path, kind: "game", isKept });
      if (games.length > 0) continue;
      const folder = await openLooseFolder(tree, name.toLowerCase(), name, signal);
      if (folder.maps.length + folder.content.length === 0) {
        const reason =
          "there is no gameinfo.txt in it, no map, no archive, no content folder, and no model";
        faults.set(name, [reason, ...folder.problems].join("; "));
      } else {
        collections.push({ ...folder, id: folder.path, kind: "folder", isKept });
      }
    } catch (error) {
      if (error instanceof CancelledError) throw error;
      faults.set(name, describeFileFault(error, name));
    }
  }
  return { collections, faults };
}
