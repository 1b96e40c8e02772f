/** Sorts dropped or picked files into maps and content. */

import type { ContentFile, ContentSpec } from "../../content/types.ts";

export interface PickedFiles {
  /** Maps to open: .bsp files outside folders. */
  readonly maps: readonly File[];
  /** Content sources: one for each folder, and one for loose files. */
  readonly content: readonly FilesSpec[];
}

export type FilesSpec = ContentSpec & { readonly kind: "files" };

const isMap = (name: string): boolean => /\.bsp$/i.test(name);

/**
 * Builds a source from a folder picked by `<input webkitdirectory>`, whose files carry their paths.
 */
export function fromPickedFolder(files: readonly File[]): FilesSpec | null {
  if (files.length === 0) return null;
  const label = files[0].webkitRelativePath.split("/")[0] || "folder";
  return {
    kind: "files",
    label,
    files: files.map((blob) => ({ path: blob.webkitRelativePath, blob })),
  };
}

/**
 * Sorts a drop. A single file outside a folder counts as a map whatever its name; opening it
 * reports problems. Must be called inside the drop event, because the data is unavailable later.
 */
export async function fromDrop(transfer: DataTransfer): Promise<PickedFiles> {
  const entries = [...transfer.items]
    .filter((item) => item.kind === "file")
    .map((item) => item.webkitGetAsEntry() ?? item.getAsFile())
    .filter((entry) => entry !== null);
  const maps: File[] = [];
  const loose: ContentFile[] = [];
  const content: FilesSpec[] = [];
  for (const entry of entries) {
    if (entry instanceof File) {
      sortFile(entry, maps, loose);
    } else if (entry.isFile) {
      sortFile(await readFileEntry(entry as FileSystemFileEntry), maps, loose);
    } else {
      const files: ContentFile[] = [];
      await readFolder(entry as FileSystemDirectoryEntry, files);
      content.push({ kind: "files", label: entry.name, files });
    }
  }
  if (entries.length === 1 && loose.length === 1) {
    return { maps: [loose[0].blob as File], content };
  }
  if (loose.length > 0) content.push({ kind: "files", label: loose[0].path, files: loose });
  return { maps, content };
}

/** Returns the maps among content files. */
export function listMaps(specs: readonly ContentSpec[]): File[] {
  const maps: File[] = [];
  for (const spec of specs) {
    if (spec.kind !== "files") continue;
    for (const { path, blob } of spec.files) {
      if (isMap(path) && blob instanceof File) maps.push(blob);
    }
  }
  return maps;
}

function sortFile(file: File, maps: File[], loose: ContentFile[]): void {
  if (isMap(file.name)) maps.push(file);
  else loose.push({ path: file.name, blob: file });
}

/** Adds all files of a dropped folder, with their paths in the drop. */
export async function readFolder(
  folder: FileSystemDirectoryEntry,
  out: ContentFile[],
): Promise<void> {
  const reader = folder.createReader();
  for (;;) {
    // `readEntries` returns a folder in parts; an empty part is the end.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (entries.length === 0) return;
    for (const entry of entries) {
      if (entry.isDirectory) {
        await readFolder(entry as FileSystemDirectoryEntry, out);
      } else {
        const blob = await readFileEntry(entry as FileSystemFileEntry);
        out.push({ path: entry.fullPath, blob });
      }
    }
  }
}

function readFileEntry(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}
