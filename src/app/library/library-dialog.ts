/** The dialog of all maps: the list, its folders, and the stored data. */

import { sharedByteCache } from "../../content/bytes/byte-cache.ts";
import { byId, formatCount, formatMegabytes, make, setText } from "../dom.ts";
import { drawFolderList, type FolderListEvents } from "./folder-list.ts";
import type { Library } from "./library.ts";
import type { Collection, ListedMap } from "./open-archive-file.ts";
import { listRecents } from "./recent-group.ts";
import type { Recent } from "./stored-rows.ts";
import { createVirtualList } from "./virtual-list.ts";

// The map list: a search box with rows below. The search box keeps the focus, as in a combobox;
// arrows, Page keys, Home, End and Enter act on the list.

// Filters collections into rows, with a heading for each group.

export interface RowGroup {
  readonly maps: readonly Pick<ListedMap, "name">[];
}

/** Rows as columns: `groups[i]` is row i's group, `maps[i]` its map in the group, or `HEADING`. */
export interface MapRows {
  readonly count: number;
  readonly groups: Int32Array;
  readonly maps: Int32Array;
  /** Number of maps below a heading's row. */
  readonly below: Int32Array;
  /** Number of rows that are maps. */
  readonly mapCount: number;
}

export const HEADING = -1;

/**
 * Filters the maps. A name must contain every word of the search. Maps whose own name starts with
 * the first word come first in their group; the rest keep their order. Groups without matches have
 * no heading.
 *
 * @param only the only group to list, or `null` for all
 */
export function listRows(
  groups: readonly RowGroup[],
  search: string,
  only: number | null = null,
): MapRows {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const total = groups.reduce((sum, group) => sum + group.maps.length + 1, 0);
  const groupColumn = new Int32Array(total);
  const mapColumn = new Int32Array(total);
  const belowColumn = new Int32Array(total);
  let count = 0;
  let mapCount = 0;
  const add = (group: number, map: number): void => {
    groupColumn[count] = group;
    mapColumn[count++] = map;
  };
  for (const [group, { maps }] of groups.entries()) {
    if (only !== null && group !== only) continue;
    const heading = count;
    add(group, HEADING);
    // Two passes: first the names that start with the search.
    for (const isFirst of words.length > 0 ? [true, false] : [false]) {
      for (const [map, { name }] of maps.entries()) {
        const text = name.toLowerCase();
        if (!words.every((word) => text.includes(word))) continue;
        const begins = words.length > 0 && text.startsWith(words[0], text.lastIndexOf("/") + 1);
        if (begins === isFirst) add(group, map);
      }
    }
    const found = count - heading - 1;
    mapCount += found;
    belowColumn[heading] = found;
    if (found === 0) count = heading;
  }
  return {
    count,
    groups: groupColumn.subarray(0, count),
    maps: mapColumn.subarray(0, count),
    below: belowColumn.subarray(0, count),
    mapCount,
  };
}

/** Returns the map row `by` maps away from `row`, or the last one that way, or `row` itself. */
export function stepRow(rows: MapRows, row: number, by: number): number {
  const step = Math.sign(by);
  let last = row;
  let left = Math.abs(by);
  for (let at = row + step; left > 0 && at >= 0 && at < rows.count; at += step) {
    if (rows.maps[at] === HEADING) continue;
    last = at;
    left--;
  }
  return last;
}

export interface MapGroup {
  readonly title: string;
  readonly maps: readonly ListedMap[];
  /** The group's collection, or `null` if its maps come from several, as for recent maps. */
  readonly collection: Collection | null;
}

export interface MapList {
  /** Replaces the groups; the search is kept. */
  setGroups(groups: readonly MapGroup[]): void;
  /** Marks the open map; `null` for none. */
  mark(collection: Collection | null, name: string | null): void;
  /** Clears the search and focuses its box. */
  focus(): void;
}

function createMapList(onOpen: (group: MapGroup, map: ListedMap) => void): MapList {
  const search = byId<HTMLInputElement>("map-search");
  const chips = byId("map-groups");
  const viewport = byId("map-rows");
  const none = byId("map-none");
  const count = byId("map-count");
  let groups: readonly MapGroup[] = [];
  let rows: MapRows = listRows([], "");
  let only: number | null = null;
  let active = -1;
  let marked: { collection: Collection | null; name: string } | null = null;

  const makeRow = (row: number): HTMLElement => {
    const group = groups[rows.groups[row]];
    if (rows.maps[row] === HEADING) {
      const total = make("span", { class: "number" }, formatCount(rows.below[row]));
      return make("div", { class: "map-heading", role: "presentation" }, group.title, total);
    }
    return makeMapRow(group, group.maps[rows.maps[row]], row);
  };
  const makeMapRow = (group: MapGroup, map: ListedMap, row: number): HTMLElement => {
    const slash = map.name.lastIndexOf("/") + 1;
    const name = make("span", { class: "map-row-name" }, map.name.slice(slash));
    const folder = make("span", { class: "note" }, map.name.slice(0, slash) || map.mount);
    const size = map.byteLength === null ? "" : formatMegabytes(map.byteLength);
    const element = make(
      "div",
      { class: "map-row", role: "option", id: `map-row-${row}` },
      name,
      folder,
      make("span", { class: "number" }, size),
    );
    const isShown = marked?.name === map.name && marked.collection === group.collection;
    element.setAttribute("aria-selected", String(row === active));
    if (isShown) element.setAttribute("aria-current", "true");
    element.title = `${map.name}, in ${map.mount}`;
    element.addEventListener("click", () => onOpen(group, map));
    return element;
  };
  const list = createVirtualList(viewport, byId("map-rows-content"), makeRow);

  const setActive = (row: number): void => {
    active = row;
    if (row >= 0) list.scrollToRow(row);
    list.update();
    if (row < 0) search.removeAttribute("aria-activedescendant");
    else search.setAttribute("aria-activedescendant", `map-row-${row}`);
  };
  const update = (): void => {
    rows = listRows(groups, search.value, only);
    active = -1;
    list.setCount(rows.count);
    const total = groups.reduce((sum, { maps }) => sum + maps.length, 0);
    none.hidden = rows.mapCount > 0 || total === 0;
    viewport.hidden = total === 0;
    setText(none, `No map is called "${search.value.trim()}".`);
    setText(count, total === 0 ? "" : `${formatCount(rows.mapCount)} of ${formatCount(total)}`);
    // Marks the best match, which Enter opens.
    setActive(search.value.trim() === "" ? -1 : stepRow(rows, -1, 1));
  };
  const drawChips = (): void => {
    const choices = [
      { title: "All", row: -1 },
      ...groups.map(({ title }, row) => ({ title, row })),
    ];
    chips.hidden = groups.length < 2;
    chips.replaceChildren(
      ...choices.map(({ title, row }) => {
        const input = make("input", { type: "radio", name: "map-group", value: String(row) });
        input.checked = row === (only ?? -1);
        input.addEventListener("change", () => {
          only = row < 0 ? null : row;
          update();
        });
        return make("label", {}, input, title);
      }),
    );
  };

  search.addEventListener("input", update);
  search.addEventListener("keydown", (event) => {
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: list.pageRows,
      PageUp: -list.pageRows,
    };
    if (event.key in steps) {
      event.preventDefault();
      setActive(stepRow(rows, active, steps[event.key]));
    } else if (event.key === "Enter" && active >= 0 && rows.maps[active] !== HEADING) {
      event.preventDefault();
      const group = groups[rows.groups[active]];
      onOpen(group, group.maps[rows.maps[active]]);
    } else if (event.key === "Escape" && search.value !== "") {
      // The first Escape clears the search, the next one closes the dialog.
      event.preventDefault();
      search.value = "";
      update();
    }
  });

  return {
    setGroups(next) {
      const chosen = only === null ? null : groups[only]?.title;
      groups = next;
      const at = next.findIndex(({ title }) => title === chosen);
      only = at < 0 ? null : at;
      drawChips();
      update();
    },
    mark(collection, name) {
      marked = name === null ? null : { collection, name };
      list.update();
    },
    focus() {
      search.value = "";
      update();
      search.focus();
    },
  };
}

// Shows the size of the web cache, with a button that clears it.

export interface CacheRow {
  update(): void;
}

function createCacheRow(onFault: (error: unknown) => void): CacheRow {
  const text = byId("cache-text");
  const clear = byId<HTMLButtonElement>("cache-clear");
  const cache = sharedByteCache();
  const show = async (): Promise<void> => {
    if (cache === null) {
      setText(text, "This browser cannot cache files from the web.");
      clear.hidden = true;
      return;
    }
    const { byteLength, limitBytes, files } = await cache.usage();
    const many = files.length === 1 ? "1 file" : `${files.length} files`;
    const sizes = `${formatMegabytes(byteLength)} of ${formatMegabytes(limitBytes)}`;
    setText(text, `Cached from the web: ${many}, ${sizes}.`);
    clear.disabled = files.length === 0;
  };
  const update = (): void => void show().catch(onFault);
  clear.addEventListener("click", () => {
    cache?.clear().then(update, onFault);
  });
  return { update };
}

export interface LibraryDialog {
  open(): void;
  toggle(): void;
  close(): void;
  /** Redraws the dialog after a change of the library or of the recent maps. */
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
  // A click on the backdrop has the dialog itself as target.
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
      setText(status, library.isReading ? "Scanning the folders…" : "");
      drawFolderList(byId("library-folders"), library, events);
    },
    mark: list.mark,
  };
}
