/** The dialog of all models in the mounted content. */

import { listModels } from "../../content/game/list-models.ts";
import type { ContentInput } from "../../viewer/index.ts";
import { make } from "../dom.ts";
import { createSearchList } from "./search-list.ts";
import type { ThumbnailRows } from "./thumbnails.ts";

/**
 * Returns the content paths of all models and model sources without repetitions: `.mdl` first, then
 * scripts, meshes and shapes. Folders on a server cannot be listed.
 *
 * @param onFound receives the paths found so far after each source
 */
export async function findModels(
  content: readonly ContentInput[],
  signal?: AbortSignal,
  onFound?: (paths: string[]) => void,
): Promise<string[]> {
  const found = new Set<string>();
  let paths: string[] = [];
  for (const each of content) {
    const spec =
      each instanceof Blob ? { kind: "archive" as const, label: "archive", file: each } : each;
    if (typeof spec === "string" || spec instanceof URL) continue;
    for (const path of await listModels(spec, signal)) found.add(path);
    paths = [...found].sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1));
    onFound?.(paths);
  }
  return paths;
}

const KINDS = [".mdl", ".qc", ".smd", ".vta"];
const rankOf = (path: string): number => KINDS.findIndex((kind) => path.endsWith(kind));

/**
 * @param thumbnails thumbnails of this list, closed with it
 * @param onOpen receives a content path
 */
export function openModelList(
  content: readonly ContentInput[],
  thumbnails: ThumbnailRows,
  onOpen: (path: string) => void,
  onFault: (error: unknown) => void,
): void {
  let paths: string[] = [];
  const reading = new AbortController();
  const status = make("p", { class: "note", role: "status" }, "Looking for models …");
  const choose = (row: number): void => {
    dialog.close();
    onOpen(paths[row]);
  };
  const list = createSearchList("model", choose, (row) => thumbnails.makePicture(paths[row]));
  const close = make("button", { type: "button", class: "icon", "aria-label": "Close" }, "×");
  const header = make("header", {}, make("h2", {}, "Models"), close);
  const dialog = make("dialog", { class: "model-list" }, header, list.element, status);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    reading.abort();
    thumbnails.close();
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  list.focus();

  const read = async (): Promise<void> => {
    await findModels(content, reading.signal, (found) => {
      paths = found;
      const items = paths.map((path) => {
        const slash = path.lastIndexOf("/");
        const name = path.slice(slash + 1).replace(/\.mdl$/, "");
        const kin = path.slice(0, Math.max(slash, 0)).replace(/^models\/?/, "");
        return { name, kin, note: kin };
      });
      list.setItems(items);
    });
    status.textContent =
      paths.length > 0
        ? ""
        : "No models yet: add a game's folder, or drop a VPK, a zip, or an .mdl with its files.";
  };
  read().catch((error: unknown) => {
    if (reading.signal.aborted) return;
    status.textContent = error instanceof Error ? error.message : String(error);
    onFault(error);
  });
}
