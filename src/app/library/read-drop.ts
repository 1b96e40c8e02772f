/** What was dropped on the page: files by themselves, and folders. */

import { type FileTree, filesTree } from "../../content/game/index.ts";
import type { ContentFile } from "../../content/types.ts";
import { readFolder } from "../files/dropped-files.ts";
import type { GivenFile } from "./sort-files.ts";

export type GivenFolder =
  /** Read as it is needed, and kept for the next visit. */
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

/** Browsers without File System Access, and drops from inside a page, have entries only. */
function takeItem(item: DataTransferItem): DroppedItem {
  const source = item as DataTransferItem & {
    getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
  };
  const handle = source.getAsFileSystemHandle?.() ?? Promise.resolve(null);
  return {
    // Without a handle it is read all the same; it is not kept.
    handle: handle.catch(() => null),
    entry: item.webkitGetAsEntry(),
    file: item.getAsFile(),
  };
}

/** Must be called in the drop event itself: what was dropped cannot be asked for later. */
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
