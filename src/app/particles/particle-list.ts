/** The dialog of all particle files in the mounted content. */

import { listFolder } from "../../content/game/list-folder.ts";
import type { ContentInput } from "../../viewer/index.ts";
import { make } from "../dom.ts";
import { createSearchList } from "../models/search-list.ts";

/** Returns the content paths of all particle files; folders on a server cannot be listed. */
async function findParticleFiles(
  content: readonly ContentInput[],
  signal: AbortSignal,
): Promise<string[]> {
  const found = new Set<string>();
  for (const each of content) {
    const spec =
      each instanceof Blob ? { kind: "archive" as const, label: "archive", file: each } : each;
    if (typeof spec === "string" || spec instanceof URL) continue;
    for (const path of await listFolder(spec, "particles/", signal)) {
      if (path.endsWith(".pcf")) found.add(path);
    }
  }
  return [...found].sort();
}

/** @param onOpen receives a content path */
export function openParticleList(
  content: readonly ContentInput[],
  onOpen: (path: string) => void,
  onFault: (error: unknown) => void,
): void {
  let paths: string[] = [];
  const reading = new AbortController();
  const status = make("p", { class: "note", role: "status" }, "Looking for particle files …");
  const list = createSearchList("particle file", (row) => {
    dialog.close();
    onOpen(paths[row]);
  });
  const close = make("button", { type: "button", class: "icon", "aria-label": "Close" }, "×");
  const header = make("header", {}, make("h2", {}, "Particle files"), close);
  const dialog = make("dialog", { class: "particle-list" }, header, list.element, status);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    reading.abort();
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  list.focus();
  const read = async (): Promise<void> => {
    paths = await findParticleFiles(content, reading.signal);
    list.setItems(
      paths.map((path) => ({ name: path.replace(/^particles\/|\.pcf$/g, ""), kin: "", note: "" })),
    );
    status.textContent =
      paths.length > 0 ? "" : "No particle files yet: add a game's folder, or drop a .pcf.";
  };
  read().catch((error: unknown) => {
    if (reading.signal.aborted) return;
    status.textContent = error instanceof Error ? error.message : String(error);
    onFault(error);
  });
}
