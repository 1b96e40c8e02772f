/** The two file inputs of the page, and the buttons that stand for them. */

import { byId } from "./dom.ts";
import { type FilesSpec, fromPickedFolder } from "./dropped-files.ts";

export interface FileInputs {
  openMap(): void;
  addFolder(): void;
}

export function bindFileInputs(
  onMap: (file: File) => void,
  onFolder: (spec: FilesSpec) => void,
): FileInputs {
  const mapFile = byId<HTMLInputElement>("map-file");
  const folderFiles = byId<HTMLInputElement>("folder-files");
  mapFile.addEventListener("change", () => {
    const file = mapFile.files?.[0];
    if (file) onMap(file);
    // So that picking the same file again is a change again.
    mapFile.value = "";
  });
  folderFiles.addEventListener("change", () => {
    const spec = fromPickedFolder([...(folderFiles.files ?? [])]);
    if (spec) onFolder(spec);
    folderFiles.value = "";
  });
  const inputs = { openMap: () => mapFile.click(), addFolder: () => folderFiles.click() };
  for (const button of document.querySelectorAll<HTMLElement>("[data-action]")) {
    const act = button.dataset.action === "open-map" ? inputs.openMap : inputs.addFolder;
    button.addEventListener("click", act);
  }
  return inputs;
}
