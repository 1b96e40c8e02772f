/**
 * The table of all lumps. A click on a head sorts it, a click on a name opens the lump's records.
 */

import { formatCount, make } from "../dom.ts";
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
    const head = make("th", { scope: "col", class: classOf(isNumber, isMinor) }, button);
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
    return make("td", { class: classOf(isNumber, isMinor) }, ...shown);
  });
  return make("tr", { class: kind }, ...cells);
}

const problemOf = ({ problem }: LumpRow): HTMLElement[] =>
  problem === undefined ? [] : [make("p", { class: "bad" }, problem)];

const classOf = (isNumber: boolean, isMinor: boolean): string =>
  [isNumber ? "number" : "words", ...(isMinor ? ["minor"] : [])].join(" ");
