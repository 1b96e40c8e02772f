/**
 * Stores data for the next visit in IndexedDB, which can hold file handles: folders, recent maps
 * and models, places, console lines, and seen hints.
 */

import { createStore, get, set, type UseStore, update } from "idb-keyval";
import type { Camera } from "../../viewer/index.ts";
import {
  copyCamera,
  cutName,
  type KeptPlace,
  MOST_PLACES,
  PLACE_KEYS,
  type PlaceEdit,
} from "../places/kept-places.ts";
import {
  isFields,
  isStoredCamera,
  isStoredFolder,
  isStoredHint,
  isStoredLine,
  isStoredRecent,
  isText,
  type Recent,
  readRows,
  type StoredFolder,
} from "./stored-rows.ts";

// Stored places of maps. The first versions stored nine cameras a map, one for each key.

export interface StoredPlaces {
  readonly map: string;
  readonly places?: readonly KeptPlace[];
  /** Cameras of the first versions, one for each key from 1; `null` for a free key. */
  readonly list?: readonly (Camera | null)[];
}

const MAX_ID = 64;

/** True if the row has a map and places. The places are checked when they are read. */
export function isStoredPlaces(row: unknown): row is StoredPlaces {
  if (!isFields(row) || !isText(row.map)) return false;
  return Array.isArray(row.places) || Array.isArray(row.list);
}

/** Returns the valid places. A repeated id is dropped, a repeated key is cleared. */
export function readPlaces(row: StoredPlaces | undefined): readonly KeptPlace[] {
  const found: (KeptPlace | null)[] = Array.isArray(row?.places)
    ? row.places.slice(0, MOST_PLACES).map(readPlace)
    : (row?.list ?? []).slice(0, PLACE_KEYS).map(readBookmark);
  const ids = new Set<string>();
  const keys = new Set<number>();
  const places: KeptPlace[] = [];
  for (const place of found) {
    if (place === null || ids.has(place.id)) continue;
    ids.add(place.id);
    const isTaken = place.key !== null && keys.has(place.key);
    if (place.key !== null) keys.add(place.key);
    places.push(isTaken ? { ...place, key: null } : place);
  }
  return places;
}

function readPlace(value: unknown): KeptPlace | null {
  if (!isFields(value)) return null;
  const { id, name, camera, key } = value;
  if (!isText(id, MAX_ID) || typeof name !== "string" || !isStoredCamera(camera)) return null;
  const isKey = Number.isInteger(key) && (key as number) >= 1 && (key as number) <= PLACE_KEYS;
  const own = isKey ? (key as number) : null;
  return { id, name: cutName(name), camera: copyCamera(camera), key: own };
}

function readBookmark(camera: unknown, slot: number): KeptPlace | null {
  if (!isStoredCamera(camera)) return null;
  const key = slot + 1;
  return { id: `bookmark ${key}`, name: "", camera: copyCamera(camera), key };
}

export const MAX_RECENTS = 20;

/** A stored array: its key, the check of a row, and the most rows. */
interface Kept<T> {
  readonly key: string;
  readonly isRow: (row: unknown) => row is T;
  readonly limit: number;
}

const FOLDERS: Kept<StoredFolder> = { key: "folders", isRow: isStoredFolder, limit: 1000 };
const RECENTS: Kept<Recent> = { key: "recents", isRow: isStoredRecent, limit: MAX_RECENTS };
/** Places of at most this many maps; those changed longest ago are dropped. */
const PLACES: Kept<StoredPlaces> = { key: "bookmarks", isRow: isStoredPlaces, limit: 500 };
const SEEN: Kept<string> = { key: "seen", isRow: isStoredHint, limit: 1000 };

const LINES: Kept<string> = { key: "console", isRow: isStoredLine, limit: 100 };

/** The page's storage. All methods reject with one sentence if the browser stores nothing. */
export interface PageStore {
  folders(): Promise<readonly StoredFolder[]>;
  /** Stores a folder in place of one with the same name. */
  keepFolder(folder: StoredFolder): Promise<void>;
  forgetFolder(name: string): Promise<void>;
  /** Recent maps and models, newest first. */
  recents(): Promise<readonly Recent[]>;
  /**
   * Puts an entry first and removes an earlier one of the same map or model; the oldest is dropped.
   */
  keepRecent(recent: Recent): Promise<void>;
  forgetRecents(): Promise<void>;
  /** Places of a map by its name; empty if nothing is stored. */
  places(map: string): Promise<readonly KeptPlace[]>;
  /**
   * Applies `edit` to the latest stored places, which include changes from other tabs. Resolves
   * with the stored places.
   */
  changePlaces(map: string, edit: PlaceEdit): Promise<readonly KeptPlace[]>;
  /** Lines typed into the console, oldest first. */
  consoleLines(): Promise<readonly string[]>;
  keepConsoleLines(lines: readonly string[]): Promise<void>;
  /** Returns whether a hint was seen before, in any visit, and marks it as seen. */
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
  /** Keys whose unreadable rows were reported. */
  const told = new Set<string>();
  const use = <T>({ key, isRow, limit }: Kept<T>, stored: unknown): readonly T[] => {
    const { rows, dropped } = readRows(stored, isRow, limit);
    if (dropped > 0 && !told.has(key)) {
      told.add(key);
      console.warn(`visleaf: dropped ${dropped} unreadable entries of "${key}"`);
    }
    return rows;
  };
  const change = <T>(kept: Kept<T>, write: (old: readonly T[]) => readonly T[]): Promise<void> =>
    attempt((store) => update<unknown>(kept.key, (old) => write(use(kept, old)), store));
  const read = <T>(kept: Kept<T>): Promise<readonly T[]> =>
    attempt(async (store) => use(kept, await get<unknown>(kept.key, store)));

  return {
    folders: () => read(FOLDERS),
    keepFolder: (folder) => change(FOLDERS, (old) => [...withoutName(old, folder.name), folder]),
    forgetFolder: (name) => change(FOLDERS, (old) => withoutName(old, name)),
    recents: () => read(RECENTS),
    keepRecent: (recent) => change(RECENTS, (old) => putFirst(old, recent)),
    forgetRecents: () => attempt((store) => set(RECENTS.key, [], store)),
    places: async (map) => readPlaces((await read(PLACES)).find((one) => one.map === map)),
    async changePlaces(map, edit) {
      let places: readonly KeptPlace[] = [];
      await change(PLACES, (old) => {
        places = edit(readPlaces(old.find((one) => one.map === map)));
        const others = old.filter((one) => one.map !== map);
        return [{ map, places }, ...others].slice(0, PLACES.limit);
      });
      return places;
    },
    consoleLines: () => read(LINES),
    keepConsoleLines: (lines) => change(LINES, () => lines),
    async see(hint) {
      const seen = await read(SEEN);
      if (!seen.includes(hint)) await change(SEEN, (old) => [...old, hint]);
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

/**
 * Returns the identity of an entry. Files with the same name count as the same, because handles
 * cannot be compared synchronously.
 */
function keyOf(recent: Recent): string {
  switch (recent.kind) {
    case "url":
      return `url ${recent.url} ${recent.entry ?? ""}`;
    case "file":
      return `file ${recent.name}`;
    case "model-url":
      return `model ${recent.url}`;
    case "model-files":
      return `model file ${recent.name}`;
    case "model-path":
      return `model in ${recent.path}`;
    case "listed":
      return `listed ${recent.collection} ${recent.map}`;
  }
}
