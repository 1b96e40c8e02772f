/** The records of a lump as a table of which only the rows in view are elements. */

import type { TableHead } from "../../content/report/lump-pages.ts";
import { formatCount, make } from "../dom.ts";
import { createVirtualList } from "../library/virtual-list.ts";
import { type Cells, RowCache } from "./row-cache.ts";

/** As high as browsers lay out a box, and less: of more rows a part is shown, from the one that is asked for. */
const MAX_ROWS = 400_000;
/** Widths of columns, in letters. */
const WIDTH = { least: 6, most: 60 };
const ROWS_MEASURED = 64;

export interface RecordList {
  readonly element: HTMLElement;
  showRow(row: number): void;
}

/** @param read rows of the table, from one on */
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
  /** The row of the table that is the list's first. */
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
      // Right below the heads, or as far up as the end allows.
      viewport.scrollTop = ((wanted - base) * content.offsetHeight) / countFrom(base);
      list.update();
    },
  };
}

/** As wide as what stands in them at first. */
function measure(columns: readonly string[], rows: readonly Cells[]): number[] {
  return columns.map((name, i) => {
    const cells = i === 0 ? [] : rows.map((row) => row[i - 1].length);
    const widest = Math.max(name.length, ...cells);
    return Math.max(WIDTH.least, Math.min(WIDTH.most, widest)) + 2;
  });
}
