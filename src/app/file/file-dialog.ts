/** The dialog that shows a map's file: what its bytes are, all lumps, and the records in each. */

import { formatBytes } from "../../content/report/format-bytes.ts";
import type { LumpReport } from "../../content/report/read-lump-report.ts";
import { createFileReader, placeOf } from "../../viewer/file/index.ts";
import type { MapSource } from "../../viewer/index.ts";
import { formatCount, make } from "../dom.ts";
import { createFileTreemap } from "./file-treemap.ts";
import { createLumpList } from "./lump-list.ts";
import { listLumpRows } from "./lump-rows.ts";
import { createLumpView } from "./lump-view.ts";
import { createTopViewSaver, type ViewerContent } from "./top-view-saver.ts";

/**
 * @param content where to look besides what the map was packed with
 * @param onFault gets what goes wrong once the dialog is of no use
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
    // Beside the dialog is its backdrop, which is the dialog element itself.
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
