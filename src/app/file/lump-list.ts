/**
 * The table of all lumps. A click on a head sorts it, a click on a name opens the lump's records.
 */

import type { TableHead } from "../../content/report/lump-pages.ts";
import { formatCount, make } from "../dom.ts";
import { createVirtualList } from "../library/virtual-list.ts";
import { type LumpColumn, type LumpRow, type Sorting, sortLumpRows } from "./lump-rows.ts";

interface Column {
  readonly key: LumpColumn;
  readonly title: string;
  readonly isNumber: boolean;
  /** True if the column is hidden on narrow screens. */
  readonly isMinor: boolean;
  text(row: LumpRow): string;
}

const formatShare = (share: number): string =>
  share > 0 && share < 0.0005 ? "<0.1 %" : `${(share * 100).toFixed(1)} %`;
const counted = (value: number | null): string => (value === null ? "–" : formatCount(value));

const column = (
  key: LumpColumn,
  title: string,
  text: (row: LumpRow) => string,
  isMinor = false,
  isNumber = true,
): Column => ({ key, title, text, isMinor, isNumber });

const COLUMNS: readonly Column[] = [
  column("slot", "#", ({ slot }) => String(slot)),
  column("name", "Lump", ({ name }) => name, false, false),
  column("bytes", "Bytes", ({ bytes }) => formatCount(bytes)),
  column("share", "Share", ({ share }) => formatShare(share)),
  column("records", "Records", ({ records }) => counted(records)),
  column("version", "Version", ({ version }) => counted(version), true),
  column("unpacked", "Unpacked", ({ unpacked }) => formatCount(unpacked), true),
  column("packing", "Packed by", ({ packing }) => packing || "–", true, false),
];

/** Makes the table. `onOpen` receives a slot. */
export function createLumpList(
  rows: readonly LumpRow[],
  onOpen: (slot: number) => void,
): HTMLElement {
  let sorting: Sorting = { column: "slot", isDown: false };
  let hasEmpty = false;
  const unfolded = new Set<number>();
  const body = make("tbody");
  const heads = COLUMNS.map(({ key, title, isNumber, isMinor }) => {
    const button = make("button", { type: "button" }, title);
    const head = make("th", { scope: "col", class: cssClassOf(isNumber, isMinor) }, button);
    button.addEventListener("click", () => {
      const isSame = sorting.column === key;
      // Number columns start with the largest value.
      sorting = { column: key, isDown: isSame ? !sorting.isDown : isNumber && key !== "slot" };
      draw();
    });
    return head;
  });

  const draw = (): void => {
    for (const [i, head] of heads.entries()) {
      const isSorted = COLUMNS[i].key === sorting.column;
      if (isSorted) head.setAttribute("aria-sort", sorting.isDown ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    }
    const shown = rows.filter(({ bytes }) => hasEmpty || bytes > 0);
    body.replaceChildren(...sortLumpRows(shown, sorting).flatMap(makeRows));
  };

  const makeRows = (row: LumpRow): HTMLElement[] => {
    const isOpen = unfolded.has(row.slot);
    const name = make("button", { type: "button", class: "lump-name" }, row.name);
    name.disabled = row.bytes === 0;
    name.addEventListener("click", () => onOpen(row.slot));
    const first = [name, ...foldOf(row, isOpen), ...problemOf(row)];
    const lines = [makeLine(row, first, "lump-row")];
    if (!isOpen) return lines;
    lines.push(...row.children.map((child) => makeLine(child, [child.name], "lump-child")));
    if (row.moreCount > 0) {
      const more = make("button", { type: "button" }, `and ${formatCount(row.moreCount)} more`);
      more.addEventListener("click", () => onOpen(row.slot));
      const cell = make("td", { colspan: String(COLUMNS.length - 1) }, more);
      lines.push(make("tr", { class: "lump-child" }, make("td"), cell));
    }
    return lines;
  };

  const foldOf = ({ slot, name, children }: LumpRow, isOpen: boolean): HTMLElement[] => {
    if (children.length === 0) return [];
    const fold = make(
      "button",
      {
        ...{ type: "button", class: "lump-fold icon", "aria-expanded": String(isOpen) },
        "aria-label": `What is in ${name}`,
      },
      isOpen ? "−" : "+",
    );
    fold.dataset.slot = String(slot);
    fold.addEventListener("click", () => {
      if (!unfolded.delete(slot)) unfolded.add(slot);
      draw();
      body.querySelector<HTMLElement>(`[data-slot="${slot}"]`)?.focus();
    });
    return [fold];
  };

  const empty = make("input", { type: "checkbox" });
  empty.addEventListener("change", () => {
    hasEmpty = empty.checked;
    draw();
  });
  draw();
  const table = make("table", {}, make("thead", {}, make("tr", {}, ...heads)), body);
  return make(
    "section",
    { class: "lump-list", "aria-label": "Lumps" },
    table,
    make("label", {}, empty, "Empty slots"),
  );
}

function makeLine(row: LumpRow, name: readonly (Node | string)[], kind: string): HTMLElement {
  const cells = COLUMNS.map(({ key, isNumber, isMinor, text }) => {
    const isSlotOfChild = key === "slot" && kind === "lump-child";
    const shown = key === "name" ? name : [isSlotOfChild ? "" : text(row)];
    return make("td", { class: cssClassOf(isNumber, isMinor) }, ...shown);
  });
  return make("tr", { class: kind }, ...cells);
}

const problemOf = ({ problem }: LumpRow): HTMLElement[] =>
  problem === undefined ? [] : [make("p", { class: "bad" }, problem)];

const cssClassOf = (isNumber: boolean, isMinor: boolean): string =>
  [isNumber ? "number" : "words", ...(isMinor ? ["minor"] : [])].join(" ");

// Loads table rows in pages and keeps the latest ones.

/** Rows of one request. */
const PAGE_ROWS = 128;
/** Number of pages kept; the pages requested longest ago are dropped first. */
const MAX_PAGES = 40;

export type Cells = readonly string[];
type Page = readonly Cells[] | "asked";

export class RowCache {
  readonly #read: (first: number, count: number) => Promise<readonly Cells[]>;
  readonly #onRows: () => void;
  readonly #onFault: (error: unknown) => void;
  readonly #pages = new Map<number, Page>();

  /** @param onRows called when requested rows have arrived */
  constructor(
    read: (first: number, count: number) => Promise<readonly Cells[]>,
    onRows: () => void,
    onFault: (error: unknown) => void,
  ) {
    this.#read = read;
    this.#onRows = onRows;
    this.#onFault = onFault;
  }

  /** Returns a row, or `null` after requesting its page. */
  find(row: number): Cells | null {
    const at = Math.floor(row / PAGE_ROWS);
    const page = this.#pages.get(at);
    if (page === undefined) void this.#ask(at);
    return page === undefined || page === "asked" ? null : (page[row - at * PAGE_ROWS] ?? null);
  }

  async #ask(at: number): Promise<void> {
    this.#pages.set(at, "asked");
    if (this.#pages.size > MAX_PAGES) this.#pages.delete(this.#pages.keys().next().value as number);
    try {
      const rows = await this.#read(at * PAGE_ROWS, PAGE_ROWS);
      // Skips pages that were dropped in the meantime.
      if (this.#pages.has(at)) this.#pages.set(at, rows);
      this.#onRows();
    } catch (error) {
      // The next find() of one of its rows requests the page again.
      if (this.#pages.get(at) === "asked") this.#pages.delete(at);
      this.#onFault(error);
    }
  }
}

/**
 * Most rows laid out at once, because browsers limit an element's height. Longer tables show a
 * window that starts at the requested row.
 */
const MAX_ROWS = 400_000;
/** Column widths in letters. */
const WIDTH = { least: 6, most: 60 };
const ROWS_MEASURED = 64;

export interface RecordList {
  readonly element: HTMLElement;
  showRow(row: number): void;
}

/** @param read returns `count` rows, starting with `first` */
export async function createRecordList(
  head: TableHead,
  read: (first: number, count: number) => Promise<readonly Cells[]>,
  onFault: (error: unknown) => void,
): Promise<RecordList> {
  const columns = ["row", ...head.columns];
  const widths = measure(columns, await read(0, ROWS_MEASURED));
  const heads = columns.map((name) => make("span", { role: "columnheader", title: name }, name));
  const headRow = make("div", { class: "record-head", role: "row" }, ...heads);
  const content = make("div", { class: "record-rows", role: "rowgroup" });
  const viewport = make(
    "div",
    {
      ...{ class: "records", role: "table", tabindex: "0" },
      ...{ "aria-label": `${head.name}, ${formatCount(head.count)}` },
      "aria-rowcount": String(head.count + 1),
    },
    headRow,
    content,
  );
  viewport.style.setProperty("--columns", widths.map((width) => `${width}ch`).join(" "));
  /** Table row of the list's first row. */
  let base = 0;
  const makeRow = (at: number): HTMLElement => {
    const row = base + at;
    const cells = rows.find(row);
    const shown = [String(row), ...(cells ?? ["…"])];
    const spans = shown.map((text) => make("span", { role: "cell", title: text }, text));
    const line = make("div", { role: "row", "aria-rowindex": String(row + 2) }, ...spans);
    if (cells === null) line.setAttribute("aria-busy", "true");
    return line;
  };
  const rows = new RowCache(read, () => list.update(), onFault);
  const list = createVirtualList(viewport, content, makeRow);
  const countFrom = (first: number): number => Math.min(MAX_ROWS, head.count - first);
  const showFrom = (first: number): void => {
    base = first;
    list.setCount(countFrom(first));
  };
  showFrom(0);
  return {
    element: viewport,
    showRow(row) {
      const wanted = Math.max(0, Math.min(head.count - 1, row));
      const isListed = wanted >= base && wanted < base + MAX_ROWS;
      if (!isListed) showFrom(Math.min(wanted, Math.max(0, head.count - MAX_ROWS)));
      // Scrolls the row below the heads, or as far up as the end of the list allows.
      viewport.scrollTop = ((wanted - base) * content.offsetHeight) / countFrom(base);
      list.update();
    },
  };
}

/** Returns column widths in letters that fit the first rows. */
function measure(columns: readonly string[], rows: readonly Cells[]): number[] {
  return columns.map((name, i) => {
    const cells = i === 0 ? [] : rows.map((row) => row[i - 1].length);
    const widest = Math.max(name.length, ...cells);
    return Math.max(WIDTH.least, Math.min(WIDTH.most, widest)) + 2;
  });
}
