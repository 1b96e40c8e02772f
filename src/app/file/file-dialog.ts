/**
 * The dialog that inspects a map's file: an area chart of its bytes, all lumps, and their records.
 */

import { buildFileTree, KINDS } from "../../content/report/file-tree.ts";
import { formatBytes } from "../../content/report/format-bytes.ts";
import { labelCell, round } from "../../content/report/label-cells.ts";
import { type Cell, layoutTreemap } from "../../content/report/layout-treemap.ts";
import type { LumpReport } from "../../content/report/read-lump-report.ts";
import { createFileReader, type FileReader, placeOf } from "../../viewer/file/index.ts";
import type { MapSource } from "../../viewer/index.ts";
import { formatCount, make, setText } from "../dom.ts";
import { saveFile } from "../files/save-file.ts";
import { createLumpList, createRecordList, type RecordList } from "./lump-list.ts";
import { listLumpRows } from "./lump-rows.ts";
import { createTopViewSaver, type ViewerContent } from "./top-view-saver.ts";

// Shows one lump: its records, and a button that saves its bytes.

/** The entity lump, saved as text without its trailing zeros. */
const TEXT = "LUMP_ENTITIES";
const EXTENSIONS: Readonly<Record<string, string>> = {
  [TEXT]: "txt",
  LUMP_PAKFILE: "zip",
};

export interface LumpView {
  readonly element: HTMLElement;
  focus(): void;
}

/**
 * Makes the view of a lump. `onBack`: called to return to the list. `onFault`: receives errors that
 * the view cannot show.
 */
function createLumpView(
  report: LumpReport,
  slot: number,
  reader: FileReader,
  onBack: () => void,
  onFault: (error: unknown) => void,
): LumpView {
  const { title, length, byteLength, version, compressed } = report.lumps[slot];
  const back = make("button", { type: "button" }, "← All lumps");
  const save = make("button", { type: "button" }, "Save its bytes");
  const choice = make("select", { "aria-label": "Table" });
  const row = make("input", { ...{ type: "number", min: "0", value: "0" }, "aria-label": "Row" });
  const find = make("form", { class: "record-find" }, "Row", row);
  const status = make("p", { class: "note", role: "status" }, "Reading …");
  const place = make("div", { class: "record-place" });
  const packed = compressed ? `, packed to ${formatCount(length)}` : "";
  const facts = `Slot ${slot}, version ${version}, ${formatCount(byteLength)} bytes${packed}`;
  const element = make(
    "section",
    { class: "lump-view", "aria-label": title },
    make("div", { class: "lump-bar" }, back, make("h3", {}, title), choice, find, save),
    make("p", { class: "note" }, facts),
    status,
    place,
  );
  let list: RecordList | null = null;
  choice.hidden = true;
  find.hidden = true;

  const fail = (error: unknown): void => {
    status.classList.add("bad");
    setText(status, error instanceof Error ? error.message : String(error));
  };
  const read = async (): Promise<void> => {
    const heads = await reader.ask("heads", { slot });
    if (heads.length === 0) {
      setText(status, "Its format is not public; its bytes can be saved.");
      return;
    }
    const options = heads.map(({ name, count }, i) =>
      make("option", { value: String(i) }, `${name} (${formatCount(count)})`),
    );
    choice.replaceChildren(...options);
    choice.hidden = heads.length === 1;
    const show = async (): Promise<void> => {
      const table = Number(choice.value);
      const head = heads[table];
      const { name, count, recordBytes } = head;
      const size = recordBytes === 0 ? "" : ` of ${recordBytes} bytes`;
      setText(status, `${formatCount(count)} × ${name}${size}`);
      const ask = (first: number, many: number) =>
        reader.ask("rows", { slot, table, first, count: many });
      const made = await createRecordList(head, ask, fail);
      // Another table was selected in the meantime.
      if (table !== Number(choice.value)) return;
      list = made;
      place.replaceChildren(made.element);
      row.max = String(Math.max(0, count - 1));
      find.hidden = count === 0;
    };
    choice.addEventListener("change", () => void show().catch(fail));
    await show();
  };
  const saveBytes = async (): Promise<void> => {
    const bytes = await reader.ask("bytes", { slot });
    const end = title === TEXT ? bytes.indexOf(0) : -1;
    const map = report.name.replace(/\.bsp$/i, "");
    const name = title.replace(/^LUMP_/, "").toLowerCase();
    const blob = new Blob([end < 0 ? bytes : bytes.subarray(0, end)]);
    saveFile(`${map}.${name}.${EXTENSIONS[title] ?? "lump"}`, blob);
  };
  back.addEventListener("click", onBack);
  save.addEventListener("click", () => void saveBytes().catch(onFault));
  find.addEventListener("submit", (event) => {
    event.preventDefault();
    list?.showRow(Number(row.value));
  });
  void read().catch(fail);
  return { element, focus: () => back.focus() };
}

// Draws a file's bytes as areas; a click opens a lump.

const SVG = "http://www.w3.org/2000/svg";
/** Width in pixels below which the chart is higher and narrower. */
const NARROW = 560;
const HEIGHT = { wide: 260, narrow: 340 };

/** Draws the chart. `onOpen` receives a slot. The lump table offers the same to keyboard users. */
function createFileTreemap(report: LumpReport, onOpen: (slot: number) => void): HTMLElement {
  const tree = buildFileTree(report);
  const slots = new Map(
    report.lumps.map(({ title, index }) => [title.replace(/^LUMP_/, ""), index] as const),
  );
  const box = make("div", { class: "file-treemap" });
  let drawnWidth = 0;
  const draw = (): void => {
    const width = Math.floor(box.clientWidth);
    if (width === 0 || width === drawnWidth) return;
    drawnWidth = width;
    const height = width < NARROW ? HEIGHT.narrow : HEIGHT.wide;
    const picture = makeSvg("svg", {
      ...{ viewBox: `0 0 ${width} ${height}`, height, role: "img" },
      "aria-label": "The file's bytes as areas; the table of lumps has the same as numbers",
    });
    for (const cell of layoutTreemap(tree, { x: 0, y: 0, width, height })) {
      const slot = slots.get(cell.path.split(" / ")[0]);
      picture.append(drawCell(cell, slot));
    }
    box.replaceChildren(picture);
  };
  new ResizeObserver(draw).observe(box);
  box.addEventListener("click", ({ target }) => {
    const slot = (target as Element).closest<SVGElement>("[data-slot]")?.dataset.slot;
    if (slot !== undefined) onOpen(Number(slot));
  });
  const legend = Object.entries(KINDS).map(([kind, title]) =>
    make("li", {}, make("i", { "data-kind": kind }), title),
  );
  return make("div", {}, box, make("ul", { class: "file-legend" }, ...legend));
}

function drawCell(cell: Cell, slot: number | undefined): SVGElement {
  const { x, y, width, height, kind, isFrame, path, byteLength } = cell;
  const group = makeSvg("g", slot === undefined ? {} : { "data-slot": slot });
  const title = makeSvg("title", {});
  title.textContent = `${path}: ${formatBytes(byteLength)}`;
  const place = { x: round(x), y: round(y), width: round(width), height: round(height) };
  const rect = makeSvg("rect", { ...place, "data-kind": kind, ...(isFrame && { class: "frame" }) });
  group.append(title, rect);
  for (const { x, y, text, isSize } of labelCell(cell)) {
    const label = makeSvg("text", { x, y, ...(isSize && { class: "size" }) });
    label.textContent = text;
    group.append(label);
  }
  return group;
}

function makeSvg(tag: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = document.createElementNS(SVG, tag) as SVGElement;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/**
 * @param content sources searched besides the map's pakfile
 * @param onFault receives errors after the dialog has become unusable
 */
export function openFileDialog(
  source: MapSource,
  content: ViewerContent,
  onFault: (error: unknown) => void,
): void {
  const topView = createTopViewSaver(source, content);
  const reader = createFileReader();
  const close = make("button", { type: "button", class: "icon", "aria-label": "Close" }, "×");
  const title = make("h2", { id: "file-title" }, `${source.name}: the file`);
  const body = make("div", { class: "file-body" });
  const status = make("p", { class: "note", role: "status" }, "Reading the file …");
  body.append(status);
  const header = make("header", {}, title, close);
  const dialog = make(
    "dialog",
    { class: "map-file", "aria-labelledby": "file-title" },
    header,
    body,
  );
  let isOpen = true;
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", ({ target }) => {
    // A click on the backdrop has the dialog itself as target.
    if (target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => {
    isOpen = false;
    topView.stop();
    reader.close();
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();

  const show = (report: LumpReport): void => {
    const openLump = (slot: number): void => {
      const { scrollTop } = body;
      const focused = document.activeElement as HTMLElement | null;
      const back = (): void => {
        body.replaceChildren(overview);
        body.scrollTop = scrollTop;
        focused?.focus({ preventScroll: true });
      };
      const lump = createLumpView(report, slot, reader, back, onFault);
      body.replaceChildren(lump.element);
      lump.focus();
    };
    const overview = make(
      "div",
      { class: "file-overview" },
      drawFacts(report),
      ...report.faults.map((fault) => make("p", { class: "bad" }, fault)),
      topView.element,
      createFileTreemap(report, openLump),
      createLumpList(listLumpRows(report), openLump),
    );
    body.replaceChildren(overview);
  };
  reader.ask("open", placeOf(source)).then(
    (report) => {
      if (isOpen) show(report);
    },
    (error: unknown) => {
      if (!isOpen) return;
      dialog.close();
      onFault(error);
    },
  );
}

function drawFacts(report: LumpReport): HTMLElement {
  const present = report.lumps.filter(({ length }) => length !== 0);
  const packed = present.filter(({ compressed }) => compressed).length;
  const facts: readonly (readonly [string, string])[] = [
    ["File", formatBytes(report.byteLength)],
    ["Version", String(report.version)],
    ["Lumps in use", `${present.length} of ${report.lumps.length}`],
    ["Packed lumps", String(packed)],
    ["Files in the pakfile", formatCount(report.files.length)],
    ["Bytes in no lump", formatCount(report.unused)],
    ["Bytes in more than one", formatCount(report.overlapping)],
  ];
  const rows = facts.map(([name, value]) =>
    make("div", {}, make("dt", {}, name), make("dd", {}, value)),
  );
  return make("dl", { class: "file-facts" }, ...rows);
}
