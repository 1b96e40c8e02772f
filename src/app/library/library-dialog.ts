/** The dialog with all maps: the list, the folders it comes from, and what is kept. */

import { byId, setText } from "../dom.ts";
import { createCacheRow } from "./cache-row.ts";
import type { Collection, ListedMap } from "./collection.ts";
import { drawFolderList, type FolderListEvents } from "./folder-list.ts";
import type { Library } from "./library.ts";
import { createMapList, type MapGroup } from "./map-list.ts";
import { listRecents } from "./recent-group.ts";
import type { Recent } from "./stored-rows.ts";

export interface LibraryDialog {
  open(): void;
  toggle(): void;
  close(): void;
  /** The library, or what was opened last, has changed. */
  update(recents: readonly Recent[]): void;
  mark(collection: Collection | null, name: string | null): void;
}

export interface LibraryDialogEvents extends FolderListEvents {
  onOpen(collection: Collection | null, map: ListedMap): void;
  onForgetRecents(): void;
  onFault(error: unknown): void;
}

export function createLibraryDialog(library: Library, events: LibraryDialogEvents): LibraryDialog {
  const dialog = byId<HTMLDialogElement>("library");
  const empty = byId("library-empty");
  const status = byId("library-status");
  const cache = createCacheRow(events.onFault);
  const list = createMapList(({ collection }, map) => {
    dialog.close();
    events.onOpen(collection, map);
  });

  const open = (): void => {
    if (dialog.open) return;
    dialog.showModal();
    cache.update();
    list.focus();
  };
  for (const button of document.querySelectorAll('[data-action="open-library"]')) {
    button.addEventListener("click", open);
  }
  byId("forget-recents").addEventListener("click", events.onForgetRecents);
  byId("library-close").addEventListener("click", () => dialog.close());
  // A click beside the dialog is one on its backdrop, which is the dialog element itself.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });

  return {
    open,
    toggle() {
      if (dialog.open) dialog.close();
      else open();
    },
    close: () => dialog.close(),
    update(recents) {
      const listed = library.collections.filter(({ maps }) => maps.length > 0);
      const last = listRecents(recents, Date.now());
      const groups: MapGroup[] = [
        ...(last.length > 0 ? [{ title: "Opened last", maps: last, collection: null }] : []),
        ...listed.map((collection) => ({
          title: collection.title,
          maps: collection.maps,
          collection,
        })),
      ];
      list.setGroups(groups);
      byId("forget-recents").hidden = last.length === 0;
      byId("map-find").hidden = groups.length === 0;
      empty.hidden = groups.length > 0 || library.folders.length > 0;
      setText(status, library.isReading ? "Looking through the folders…" : "");
      drawFolderList(byId("library-folders"), library, events);
    },
    mark: list.mark,
  };
}
