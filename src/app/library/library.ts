/**
 * All maps that can be opened by name: of the games and folders that were picked, of archives, and of
 * the server. Folders are looked through anew when one is added, since a game's search paths may lead
 * from one to another.
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

// The maps of the server that the page came from, if that is `visleaf serve`.

/** More than any server has; what is listed has to fit the page. */
const MAX_MAPS = 100_000;

/** `visleaf serve` says in this header what it is: others are not asked for what they do not have. */
const SERVER_MARK = "visleaf-serve";

interface ServedRow {
  readonly name: string;
  readonly game: string;
  readonly size: number;
  readonly url: string;
  readonly content: readonly string[];
}

/** Empty on other servers. Rejects with a sentence where the list cannot be had or read. */
async function listServerMaps(page: URL): Promise<Collection[]> {
  const navigations = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  // Not in every browser.
  const marks = navigations.flatMap((navigation) => navigation.serverTiming ?? []);
  if (!marks.some(({ name }) => name === SERVER_MARK)) return [];
  const url = new URL("/maps.json", page);
  const response = await fetch(url).catch(() => null);
  if (!response?.ok) throw new Error(`${url.href} cannot be had: is the server still running?`);
  return readServerMaps(await response.json(), page);
}

/** @throws Error with a sentence, if it is no list of maps */
export function readServerMaps(data: unknown, page: URL): Collection[] {
  if (!Array.isArray(data) || data.length > MAX_MAPS || !data.every((row) => isRow(row, page))) {
    throw new Error(`${new URL("/maps.json", page).href} is no list of maps`);
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

/** Addresses are the page's, or others in full. */
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

/** A folder that was picked, in this visit or an earlier one. */
export interface Folder {
  /** Its own, or with a number where another of that name is there already: `maps (2)`. */
  readonly name: string;
  readonly handle: FileSystemDirectoryHandle | null;
  /** null: kept from an earlier visit, and the browser wants to be asked before it is read again. */
  readonly tree: FileTree | null;
  /** Why it is not read. */
  readonly fault: string | null;
}

/** What a folder that was added brings. */
export interface AddedFolder {
  readonly name: string;
  readonly collections: readonly Collection[];
  /** Why it brings nothing, in a sentence: it is not in the list, and not kept. */
  readonly fault: string | null;
}

export interface Library {
  readonly folders: readonly Folder[];
  /** Games and folders in the order they were added, then archives, then the server's. */
  readonly collections: readonly Collection[];
  /** Whether folders are being looked through. */
  readonly isReading: boolean;
  /** Brings back what was kept, and asks the server. Tells of what cannot be had. */
  restore(): Promise<void>;
  /** In place of the same folder, if it was added before. */
  addHandle(handle: FileSystemDirectoryHandle): Promise<AddedFolder>;
  /** As `addHandle`; a folder of the same name that holds the same names is the same. */
  addTree(name: string, tree: FileTree): Promise<AddedFolder>;
  /** Rejects with FormatError (VPK, GMA, ZIP). */
  addArchive(file: File, parts: ReadonlyMap<number, File>): Promise<Collection>;
  /** As `addArchive`, from the web; `content` is what else its maps need. */
  addArchiveAt(url: string, content: readonly string[]): Promise<Collection>;
  /** Asks for leave to read a kept folder, which takes a click. False: it was not given. */
  unlock(folder: Folder): Promise<boolean>;
  forget(folder: Folder): Promise<void>;
  removeArchive(collection: Collection): void;
}

/** `onChange`: anything is different. `onFault`: something goes wrong that stops nothing. */
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

  /** Looks through all folders. A later call takes the place of an earlier one, which ends when it does. */
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
    // What a folder brings is known when the last of them is through.
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

  /** The name that a folder is listed by: as it is, unless another one has that. */
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
      if (fault !== null) throw new Error(`${name} brings nothing any more: ${fault}`);
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

/** What lies in a folder itself, as one text. */
async function listTop(tree: FileTree, name: string): Promise<string> {
  const listing = await tree.list(name.toLowerCase());
  return [...(listing?.keys() ?? [])].sort().join("\n");
}

interface ReadFolders {
  readonly collections: readonly Collection[];
  /** By the folder's name. */
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
