/**
 * The map list: a search box and the rows below it. The search box keeps the focus, as in any combobox
 * with a list; arrows, Page keys, Home, End and Enter work in the list from there.
 */

import { byId, formatCount, formatMegabytes, make, setText } from "../dom.ts";
import type { Collection, ListedMap } from "./collection.ts";
import { HEADING, listRows, type MapRows, stepRow } from "./map-rows.ts";
import { createVirtualList } from "./virtual-list.ts";

export interface MapGroup {
  readonly title: string;
  readonly maps: readonly ListedMap[];
  /** null: maps of several, as those that were opened last. */
  readonly collection: Collection | null;
}

export interface MapList {
  /** Shows other groups; the search stays. */
  setGroups(groups: readonly MapGroup[]): void;
  /** Of the map that is shown now, or null. */
  mark(collection: Collection | null, name: string | null): void;
  /** Begins anew, without a search. */
  focus(): void;
}

export function createMapList(onOpen: (group: MapGroup, map: ListedMap) => void): MapList {
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
    // What Enter would open: the best match.
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
      // The first empties the search, the next closes the dialog.
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
