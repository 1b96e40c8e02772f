/** Files and folders that users give: dropped, or picked by handles or file inputs. */

import { isArchiveName, isVpkPartName } from "../../content/archives/open-archive.ts";
import { type FileTree, filesTree } from "../../content/game/index.ts";
import { isMapPath } from "../../content/maps/unpack-map.ts";
import type { ContentFile } from "../../content/types.ts";
import { byId } from "../dom.ts";
import { readFolder } from "../files/dropped-files.ts";
import {
  canPickFolder,
  hasDirectoryPicker,
  hasFilePicker,
  pickDirectory,
  pickFiles,
} from "./file-access.ts";

// Sorts picked or dropped files by their names.

export interface GivenFile {
  readonly file: File;
  /** Handle to store for the next visit, or `null` if the browser gives none. */
  readonly handle: FileSystemFileHandle | null;
}

export interface SortedFiles {
  readonly maps: readonly GivenFile[];
  /** .vpk, .gma and .zip files. The parts of a VPK are listed with its directory. */
  readonly archives: readonly { readonly file: File; readonly parts: ReadonlyMap<number, File> }[];
  readonly paths: readonly File[];
  /** Loose content files: .vmt, .vtf and so on. */
  readonly loose: readonly File[];
  /** Model to show: the first .mdl among them, else .qc, .smd or .vta. `null` without a model. */
  readonly model: File | null;
  /** First particle file (.pcf) among them, if there is no model; `null` without one. */
  readonly particles: File | null;
}

/** Sorts files. A single file of unknown kind counts as a map; opening it reports the problem. */
export function sortFiles(given: readonly GivenFile[]): SortedFiles {
  const maps: GivenFile[] = [];
  const archives: { file: File; parts: Map<number, File> }[] = [];
  const paths: File[] = [];
  const loose: File[] = [];
  for (const one of given) {
    const { name } = one.file;
    if (isMapPath(name)) maps.push(one);
    else if (isArchiveName(name)) archives.push({ file: one.file, parts: new Map() });
    else if (/\.(?:json|dem|mtv)$/i.test(name)) paths.push(one.file);
    else if (!isVpkPartName(name)) loose.push(one.file);
  }
  for (const { file } of given) {
    const [, stem, number] = /^(.*)_(\d{3})\.vpk$/i.exec(file.name) ?? [];
    const directory = stem && `${stem}_dir.vpk`.toLowerCase();
    const owner = archives.find((archive) => archive.file.name.toLowerCase() === directory);
    owner?.parts.set(Number(number), file);
  }
  const model =
    [/\.mdl$/i, /\.qc$/i, /\.smd$/i, /\.vta$/i]
      .map((kind) => loose.find(({ name }) => kind.test(name)))
      .find((file) => file !== undefined) ?? null;
  const particles =
    (model === null && loose.find(({ name }) => name.toLowerCase().endsWith(".pcf"))) || null;
  if (given.length === 1 && loose.length === 1 && model === null && particles === null) {
    return { maps: [...given], archives, paths, loose: [], model, particles };
  }
  return { maps, archives, paths, loose, model, particles };
}

/**
 * Says what a file needs that cannot be opened alone; `null` for other files. Its reader would only
 * say that it is no map.
 */
export function explainLone(name: string): string | null {
  // Editors keep copies under longer extensions: .vmx, .vmf_autosave, .vmf.bak.
  if (/\.(?:vmx|vmf(?:[._][^.]*)?)$/i.test(name) && !isArchiveName(name)) {
    return "This is a map's source, which an editor saves. Compile it, and open the .bsp that comes of it.";
  }
  if (/\.(?:vvd|vtx|phy|ani)$/i.test(name)) {
    return "This is a part of a model. Open it together with the model's .mdl and its other files.";
  }
  if (isVpkPartName(name)) {
    return "This is a part of a VPK. Open it together with the file that ends in _dir.vpk.";
  }
  return null;
}

/** Extensions of loose files that a map or a model can use. */
const CONTENT_NAME = /\.(?:vmt|vtf|mdl|vvd|vtx|phy|ani|vhv|ppl|pcf|raw|vbsp|txt)$/i;

/** Says that none of several loose files can be used; `null` if one can. */
export function explainLoose(names: readonly string[]): string | null {
  if (names.length === 0 || names.some((name) => CONTENT_NAME.test(name))) return null;
  const needs = explainLone(names[0]);
  if (needs !== null && names.every((name) => explainLone(name) === needs)) return needs;
  return "None of these files is a map, a model, or a part of a game's content.";
}

export type GivenFolder =
  /** A handle: read when needed, and stored for the next visit. */
  | { readonly handle: FileSystemDirectoryHandle }
  | { readonly name: string; readonly tree: FileTree };

export interface Given {
  readonly files: readonly GivenFile[];
  readonly folders: readonly GivenFolder[];
}

interface DroppedItem {
  readonly handle: Promise<FileSystemHandle | null>;
  readonly entry: FileSystemEntry | null;
  readonly file: File | null;
}

/**
 * Takes the data of a dropped item. Browsers without File System Access, and drops from within a
 * page, have entries only.
 */
function takeItem(item: DataTransferItem): DroppedItem {
  const source = item as DataTransferItem & {
    getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
  };
  const handle = source.getAsFileSystemHandle?.() ?? Promise.resolve(null);
  return {
    // A drop without a handle is read too, but not stored.
    handle: handle.catch(() => null),
    entry: item.webkitGetAsEntry(),
    file: item.getAsFile(),
  };
}

/** Reads a drop. Must be called inside the drop event, because the data is unavailable later. */
export async function readDrop(transfer: DataTransfer): Promise<Given> {
  const items = [...transfer.items].filter((item) => item.kind === "file").map(takeItem);
  const files: GivenFile[] = [];
  const folders: GivenFolder[] = [];
  for (const { handle: asked, entry, file } of items) {
    const handle = await asked;
    if (handle?.kind === "directory") {
      folders.push({ handle: handle as FileSystemDirectoryHandle });
    } else if (entry?.isDirectory) {
      const inside: ContentFile[] = [];
      await readFolder(entry as FileSystemDirectoryEntry, inside);
      folders.push({ name: entry.name, tree: filesTree(inside) });
    } else if (file) {
      files.push({ file, handle: handle as FileSystemFileHandle | null });
    }
  }
  return { files, folders };
}

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
    addFolder() {
      if (hasDirectoryPicker) void pickFolder().catch(onFault);
      // Phones cannot pick folders: the visitor picks a zip of the folder.
      else if (canPickFolder()) folderFiles.click();
      else mapFile.click();
    },
  };
  for (const button of document.querySelectorAll<HTMLElement>("[data-action]")) {
    const { action } = button.dataset;
    if (action === "open-map") button.addEventListener("click", inputs.openMap);
    if (action === "add-folder") button.addEventListener("click", inputs.addFolder);
    if (!canPickFolder()) button.textContent = button.dataset.zip ?? button.textContent;
  }
  return inputs;
}
