/**
 * What the page keeps for the next visit, in IndexedDB: folders that were picked, the maps and models that were
 * opened last, places, what was typed into the console, and which hints were seen. Handles can be kept there, and nowhere else.
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

// Places of maps as the page keeps them, and as its first versions did: nine cameras a map, by key.

export interface StoredPlaces {
  readonly map: string;
  readonly places?: readonly KeptPlace[];
  /** As first versions kept them: by key, from 1; null: free. */
  readonly list?: readonly (Camera | null)[];
}

const MAX_ID = 64;

/** What its places are is looked at when they are read. */
export function isStoredPlaces(row: unknown): row is StoredPlaces {
  if (!isFields(row) || !isText(row.map)) return false;
  return Array.isArray(row.places) || Array.isArray(row.list);
}

/** Those that are some, each once, and each key once. */
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

/** What is kept under a key: rows, up to so many. */
interface Kept<T> {
  readonly key: string;
  readonly isRow: (row: unknown) => row is T;
  readonly limit: number;
}

const FOLDERS: Kept<StoredFolder> = { key: "folders", isRow: isStoredFolder, limit: 1000 };
const RECENTS: Kept<Recent> = { key: "recents", isRow: isStoredRecent, limit: MAX_RECENTS };
/** Of so many maps; those that were changed longest ago go. */
const PLACES: Kept<StoredPlaces> = { key: "bookmarks", isRow: isStoredPlaces, limit: 500 };
const SEEN: Kept<string> = { key: "seen", isRow: isStoredHint, limit: 1000 };

const LINES: Kept<string> = { key: "console", isRow: isStoredLine, limit: 100 };

/** All of it rejects with one sentence where the browser keeps nothing. */
export interface PageStore {
  folders(): Promise<readonly StoredFolder[]>;
  /** In place of one with the same name. */
  keepFolder(folder: StoredFolder): Promise<void>;
  forgetFolder(name: string): Promise<void>;
  /** Newest first. */
  recents(): Promise<readonly Recent[]>;
  /** Puts one first, in place of an earlier one of the same map or model; the oldest goes. */
  keepRecent(recent: Recent): Promise<void>;
  forgetRecents(): Promise<void>;
  /** Of a map, by its name; empty where there are none. */
  places(map: string): Promise<readonly KeptPlace[]>;
  /** Of what is kept by then, whoever kept it. Resolves with what is kept now. */
  changePlaces(map: string, edit: PlaceEdit): Promise<readonly KeptPlace[]>;
  /** What was typed into the console, oldest first. */
  consoleLines(): Promise<readonly string[]>;
  keepConsoleLines(lines: readonly string[]): Promise<void>;
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
  /** Keys of which it was said that something in them is of no use. */
  const told = new Set<string>();
  const use = <T>({ key, isRow, limit }: Kept<T>, stored: unknown): readonly T[] => {
    const { rows, dropped } = readRows(stored, isRow, limit);
    if (dropped > 0 && !told.has(key)) {
      told.add(key);
      console.warn(`visleaf: of what is kept as "${key}", ${dropped} cannot be read: dropped`);
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

/** Files of one name count as one: handles cannot be compared at once. */
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
