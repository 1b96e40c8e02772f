/** The places of the open map, synchronized with the storage and other tabs. */

import type { PageStore } from "../library/page-store.ts";
import type { KeptPlace, PlaceEdit } from "./kept-places.ts";

/** Channel between tabs. A message is the name of a map whose places have changed. */
export interface PlaceNews {
  onmessage: ((event: MessageEvent<unknown>) => void) | null;
  postMessage(map: string): void;
}

export interface PlaceList {
  /** Places of the open map. */
  readonly places: readonly KeptPlace[];
  /** Returns the place of a key, 1 to 9, or `null`. */
  at(key: number): KeptPlace | null;
  /** Reads the places of a newly opened map. */
  show(map: string): Promise<void>;
  /**
   * Applies an edit at once to the shown list, then to the stored list. If two tabs change the same
   * place, the later change wins; other places are unaffected. Rejects with a sentence if the
   * browser stores nothing; the shown list keeps the change. `of`: name of another map.
   */
  change(edit: PlaceEdit, of?: string): Promise<void>;
  /** Adds a listener; returns a function that removes it. */
  onChange(listener: () => void): () => void;
}

export function createPlaceList(
  store: Pick<PageStore, "places" | "changePlaces">,
  news: PlaceNews = new BroadcastChannel("visleaf places"),
): PlaceList {
  const listeners = new Set<() => void>();
  let map = "";
  let places: readonly KeptPlace[] = [];
  /** Number of edits that are not stored yet; a list read in the meantime lacks them. */
  let pending = 0;

  const take = (next: readonly KeptPlace[]): void => {
    places = next;
    for (const listener of listeners) listener();
  };
  const read = async (): Promise<void> => {
    const name = map;
    const kept = await store.places(name);
    if (map === name && pending === 0) take(kept);
  };
  news.onmessage = ({ data }) => {
    if (data === map) read().catch((error) => console.warn(error));
  };

  return {
    get places() {
      return places;
    },
    at: (key) => places.find((place) => place.key === key) ?? null,
    async show(name) {
      map = name;
      take([]);
      await read();
    },
    async change(edit, of = map) {
      if (of === map) take(edit(places));
      pending++;
      let kept: readonly KeptPlace[];
      try {
        kept = await store.changePlaces(of, edit);
      } finally {
        pending--;
      }
      if (of === map && pending === 0) take(kept);
      news.postMessage(of);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
