/**
 * What the page keeps for the next visit, in IndexedDB: folders that were picked, and the maps that
 * were opened last. Handles can be kept there, and nowhere else.
 */

import { createStore, get, set, type UseStore, update } from "idb-keyval";

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
  | { readonly kind: "url"; readonly url: string; readonly content: readonly string[] }
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
      return `url ${recent.url}`;
    case "file":
      return `file ${recent.name}`;
    case "listed":
      return `listed ${recent.collection} ${recent.map}`;
  }
}
