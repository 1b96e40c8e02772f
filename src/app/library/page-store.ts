/**
 * What the page keeps for the next visit, in IndexedDB: folders that were picked, the maps that were
 * opened last, bookmarks, and which hints were seen. Handles can be kept there, and nowhere else.
 */

import { createStore, get, set, type UseStore, update } from "idb-keyval";
import type { Camera } from "../../viewer/index.ts";

export interface StoredFolder {
  readonly name: string;
  readonly handle: FileSystemDirectoryHandle;
}

export type Recent = {
  readonly name: string;
  /** When it was opened, milliseconds since 1970. */
  readonly atMs: number;
} & RecentPlace;

export type RecentPlace =
  | {
      readonly kind: "url";
      readonly url: string;
      /** Which map, in an archive of several. */
      readonly entry?: string;
      readonly content: readonly string[];
    }
  | { readonly kind: "file"; readonly handle: FileSystemFileHandle }
  /** A map of a collection: its content is that collection's. */
  | {
      readonly kind: "listed";
      readonly collection: string;
      readonly title: string;
      readonly map: string;
    };

export const MAX_RECENTS = 20;

const FOLDERS = "folders";
const RECENTS = "recents";
const BOOKMARKS = "bookmarks";
const SEEN = "seen";
/** Maps whose bookmarks are kept; those that were changed longest ago go. */
const MAX_BOOKMARKED = 500;

interface StoredBookmarks {
  readonly map: string;
  readonly list: readonly (Camera | null)[];
}

/** All of it rejects with one sentence where the browser keeps nothing. */
export interface PageStore {
  folders(): Promise<readonly StoredFolder[]>;
  /** In place of one with the same name. */
  keepFolder(folder: StoredFolder): Promise<void>;
  forgetFolder(name: string): Promise<void>;
  /** Newest first. */
  recents(): Promise<readonly Recent[]>;
  /** Puts one first, in place of an earlier one of the same map; the oldest goes. */
  keepRecent(recent: Recent): Promise<void>;
  forgetRecents(): Promise<void>;
  /** Of a map, by its name; empty where there are none. */
  bookmarks(map: string): Promise<readonly (Camera | null)[]>;
  keepBookmarks(map: string, list: readonly (Camera | null)[]): Promise<void>;
  /** Whether a hint was seen before, in any visit; from now on it was. */
  see(hint: string): Promise<boolean>;
}

export function openPageStore(): PageStore {
  let store: UseStore | undefined;
  const attempt = async <T>(work: (store: UseStore) => Promise<T>): Promise<T> => {
    try {
      store ??= createStore("visleaf", "page");
      return await work(store);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`this browser keeps nothing for the next visit here (${reason})`);
    }
  };
  const change = <T>(key: string, write: (old: readonly T[]) => readonly T[]): Promise<void> =>
    attempt((store) => update<readonly T[]>(key, (old) => write(old ?? []), store));
  const read = <T>(key: string): Promise<readonly T[]> =>
    attempt(async (store) => (await get<readonly T[]>(key, store)) ?? []);

  return {
    folders: () => read<StoredFolder>(FOLDERS),
    keepFolder: (folder) =>
      change<StoredFolder>(FOLDERS, (old) => [...withoutName(old, folder.name), folder]),
    forgetFolder: (name) => change<StoredFolder>(FOLDERS, (old) => withoutName(old, name)),
    recents: () => read<Recent>(RECENTS),
    keepRecent: (recent) => change<Recent>(RECENTS, (old) => putFirst(old, recent)),
    forgetRecents: () => attempt((store) => set(RECENTS, [], store)),
    async bookmarks(map) {
      const all = await read<StoredBookmarks>(BOOKMARKS);
      return all.find((one) => one.map === map)?.list ?? [];
    },
    keepBookmarks: (map, list) =>
      change<StoredBookmarks>(BOOKMARKS, (old) => {
        const others = old.filter((one) => one.map !== map);
        return [{ map, list }, ...others].slice(0, MAX_BOOKMARKED);
      }),
    async see(hint) {
      const seen = await read<string>(SEEN);
      if (!seen.includes(hint)) await change<string>(SEEN, (old) => [...old, hint]);
      return seen.includes(hint);
    },
  };
}

function withoutName(folders: readonly StoredFolder[], name: string): StoredFolder[] {
  return folders.filter((folder) => folder.name !== name);
}

export function putFirst(recents: readonly Recent[], recent: Recent): readonly Recent[] {
  const key = keyOf(recent);
  const others = recents.filter((other) => keyOf(other) !== key);
  return [recent, ...others].slice(0, MAX_RECENTS);
}

/** Files of one name count as one: handles cannot be compared at once. */
function keyOf(recent: Recent): string {
  switch (recent.kind) {
    case "url":
      return `url ${recent.url} ${recent.entry ?? ""}`;
    case "file":
      return `file ${recent.name}`;
    case "listed":
      return `listed ${recent.collection} ${recent.map}`;
  }
}
