/** Picks files and folders: by handles if the browser supports them, else by file inputs. */

import { filesTree } from "../../content/game/index.ts";
import { byId } from "../dom.ts";
import {
  hasDirectoryPicker,
  hasFilePicker,
  pickDirectory,
  pickFiles,
} from "../library/file-access.ts";
import type { Given } from "../library/read-drop.ts";

export interface FileInputs {
  openMap(): void;
  addFolder(): void;
}

/** Both functions may reject, because the browser can refuse to pick. */
export function bindFileInputs(
  onGiven: (given: Given) => void,
  onFault: (error: unknown) => void,
): FileInputs {
  const mapFile = byId<HTMLInputElement>("map-file");
  const folderFiles = byId<HTMLInputElement>("folder-files");
  mapFile.addEventListener("change", () => {
    const files = [...(mapFile.files ?? [])].map((file) => ({ file, handle: null }));
    if (files.length > 0) onGiven({ files, folders: [] });
    // Allows picking the same file again.
    mapFile.value = "";
  });
  folderFiles.addEventListener("change", () => {
    const files = [...(folderFiles.files ?? [])];
    folderFiles.value = "";
    if (files.length === 0) return;
    const name = files[0].webkitRelativePath.split("/")[0] || "folder";
    const tree = filesTree(files.map((blob) => ({ path: blob.webkitRelativePath, blob })));
    onGiven({ files: [], folders: [{ name, tree }] });
  });

  const pickMap = async (): Promise<void> => {
    const handles = await pickFiles();
    if (handles === null) return;
    const open = async (handle: FileSystemFileHandle) => ({ file: await handle.getFile(), handle });
    onGiven({ files: await Promise.all(handles.map(open)), folders: [] });
  };
  const pickFolder = async (): Promise<void> => {
    const handle = await pickDirectory();
    if (handle) onGiven({ files: [], folders: [{ handle }] });
  };
  const inputs = {
    openMap: () => (hasFilePicker ? void pickMap().catch(onFault) : mapFile.click()),
    addFolder: () => (hasDirectoryPicker ? void pickFolder().catch(onFault) : folderFiles.click()),
  };
  for (const button of document.querySelectorAll<HTMLElement>("[data-action]")) {
    const { action } = button.dataset;
    if (action === "open-map") button.addEventListener("click", inputs.openMap);
    if (action === "add-folder") button.addEventListener("click", inputs.addFolder);
  }
  return inputs;
}
