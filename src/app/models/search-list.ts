/** A list of names of any length with a search box. */

import { formatCount, make } from "../dom.ts";
import { createVirtualList } from "../library/virtual-list.ts";

export interface SearchItem {
  readonly name: string;
  /** Further searched text, such as the folder. */
  readonly kin: string;
  /** Note shown after the name in a muted colour. */
  readonly note: string;
}

export interface SearchList {
  readonly element: HTMLElement;
  setItems(items: readonly SearchItem[]): void;
  /** Marks a row; −1 for none. */
  mark(row: number): void;
  focus(): void;
}

/**
 * @param what kind of items for the search box's label, such as "sequence"
 * @param makePicture makes an element before the name, each time a row comes into view
 */
export function createSearchList(
  what: string,
  onChoose: (row: number) => void,
  makePicture?: (row: number) => HTMLElement,
): SearchList {
  const search = make("input", {
    ...{ type: "search", placeholder: `Find a ${what}`, "aria-label": `Find a ${what}` },
    ...{ autocomplete: "off", spellcheck: "false" },
  });
  const count = make("span", { class: "number", role: "status" });
  const content = make("div", { class: "model-rows-content", role: "listbox" });
  const viewport = make("div", { class: "model-rows", tabindex: "-1" }, content);
  const element = make("div", { class: "model-find" }, make("div", {}, search, count), viewport);
  let items: readonly SearchItem[] = [];
  let rows: number[] = [];
  let marked = -1;

  const makeRow = (at: number): HTMLElement => {
    const row = rows[at];
    const { name, note } = items[row];
    const button = make(
      "button",
      { type: "button", class: "model-row", role: "option" },
      ...(makePicture === undefined ? [] : [makePicture(row)]),
      make("span", {}, name),
      make("span", { class: "note" }, note),
    );
    button.title = name;
    button.setAttribute("aria-selected", String(row === marked));
    button.addEventListener("click", () => onChoose(row));
    return button;
  };
  const list = createVirtualList(viewport, content, makeRow);
  const update = (): void => {
    const words = search.value.toLowerCase().split(/\s+/);
    rows = [];
    for (const [row, { name, kin }] of items.entries()) {
      const lower = `${kin}/${name}`.toLowerCase();
      if (words.every((word) => lower.includes(word))) rows.push(row);
    }
    list.setCount(rows.length);
    const all = formatCount(items.length);
    count.textContent =
      rows.length === items.length ? all : `${formatCount(rows.length)} of ${all}`;
  };
  search.addEventListener("input", update);
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && rows.length > 0) {
      // `onChoose` may move the focus; the key must not act there.
      event.preventDefault();
      onChoose(rows[0]);
    }
    if (event.key !== "Escape" || search.value === "") return;
    // The first Escape clears the search, the next one closes the container.
    event.preventDefault();
    search.value = "";
    update();
  });
  return {
    element,
    setItems(next) {
      items = next;
      // Height of all items, so that filtering does not move elements below.
      viewport.style.setProperty("--row-count", String(items.length));
      update();
    },
    mark(row) {
      if (row === marked) return;
      marked = row;
      list.update();
    },
    focus: () => search.focus(),
  };
}
