/** A table of a lump's records. Only rows in view have elements. */

import type { TableHead } from "../../content/report/lump-pages.ts";
import { formatCount, make } from "../dom.ts";
import { createVirtualList } from "../library/virtual-list.ts";

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
