/** One lump: what stands in it, row by row, and its bytes to be saved. */

import type { LumpReport } from "../../content/report/read-lump-report.ts";
import type { FileReader } from "../../viewer/file/index.ts";
import { formatCount, make, setText } from "../dom.ts";
import { saveFile } from "../files/save-file.ts";
import { createRecordList, type RecordList } from "./record-list.ts";

/** Text ends with zeros in the file, and without them on disk. */
const TEXT = "LUMP_ENTITIES";
const EXTENSIONS: Readonly<Record<string, string>> = {
  [TEXT]: "txt",
  LUMP_PAKFILE: "zip",
};

export interface LumpView {
  readonly element: HTMLElement;
  focus(): void;
}

/** `onBack`: the person is done with it. `onFault` gets what can be told nowhere else. */
export function createLumpView(
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
      setText(status, "Nothing public says what stands in it: its bytes can be saved.");
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
      // Another was chosen meanwhile.
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
