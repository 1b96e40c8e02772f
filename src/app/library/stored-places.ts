/** Places of maps as the page keeps them, and as its first versions did: nine cameras a map, by key. */

import type { Camera } from "../../viewer/index.ts";
import {
  copyCamera,
  cutName,
  type KeptPlace,
  MOST_PLACES,
  PLACE_KEYS,
} from "../places/kept-places.ts";
import { isFields, isStoredCamera, isText } from "./stored-rows.ts";

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
