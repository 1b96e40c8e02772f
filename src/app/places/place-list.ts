/** The places of the map that is shown, as they are kept: for the next visit, and for other tabs. */

import type { PageStore } from "../library/page-store.ts";
import type { KeptPlace, PlaceEdit } from "./kept-places.ts";

/** What tabs tell each other: the name of the map whose places are different now. */
export interface PlaceNews {
  onmessage: ((event: MessageEvent<unknown>) => void) | null;
  postMessage(map: string): void;
}

export interface PlaceList {
  /** Of the map that is shown. */
  readonly places: readonly KeptPlace[];
  /** By a key, 1 to 9. */
  at(key: number): KeptPlace | null;
  /** Another map is shown: reads what is kept of it. */
  show(map: string): Promise<void>;
  /**
   * At once in what is shown. What is kept is changed as it is found, so that of two tabs the last one to change a place
   * decides about that place alone. Rejects with a sentence where the browser keeps nothing; it is shown then all
   * the same. `of`: of another map than that which is shown.
   */
  change(edit: PlaceEdit, of?: string): Promise<void>;
  /** Returns what takes the listener away. */
  onChange(listener: () => void): () => void;
}

export function createPlaceList(
  store: Pick<PageStore, "places" | "changePlaces">,
  news: PlaceNews = new BroadcastChannel("visleaf places"),
): PlaceList {
  const listeners = new Set<() => void>();
  let map = "";
  let places: readonly KeptPlace[] = [];
  /** Changes that are not kept yet: what is read meanwhile lacks them. */
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
