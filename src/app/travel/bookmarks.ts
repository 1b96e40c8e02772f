/** Nine places of each map, kept for the next visit. */

import type { Camera } from "../../viewer/index.ts";
import type { PageStore } from "../library/page-store.ts";

export const BOOKMARK_COUNT = 9;

/** By slot, 0 to 8; null: free. */
export type BookmarkList = readonly (Camera | null)[];

export const NO_BOOKMARKS: BookmarkList = new Array(BOOKMARK_COUNT).fill(null);

export interface Bookmarks {
  /** Of the map that is shown. */
  readonly list: BookmarkList;
  /** Another map is shown: reads what is kept of it. */
  show(map: string): Promise<void>;
  /** `camera` null frees the slot. Rejects with a sentence where the browser keeps nothing. */
  keep(slot: number, camera: Camera | null): Promise<void>;
}

export function createBookmarks(store: PageStore, onChange: () => void): Bookmarks {
  let map = "";
  let list = NO_BOOKMARKS;
  return {
    get list() {
      return list;
    },
    async show(name) {
      map = name;
      list = NO_BOOKMARKS;
      onChange();
      const kept = await store.bookmarks(name);
      // Something else is shown by now, or a bookmark was set before the old ones were read.
      if (map !== name || list !== NO_BOOKMARKS) return;
      list = NO_BOOKMARKS.map((_, slot) => kept[slot] ?? null);
      onChange();
    },
    async keep(slot, camera) {
      list = list.map((old, i) => (i === slot ? camera : old));
      onChange();
      await store.keepBookmarks(map, list);
    },
  };
}
