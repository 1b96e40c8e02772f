import { listHandle } from "../folders/list-handle.ts";
import type { FileTree, TreeEntry } from "./file-tree.ts";

/** A folder picked with File System Access. Its folders are listed when they are asked for, once. */
export function handleTree(root: FileSystemDirectoryHandle): FileTree {
  const listings = new Map<string, Promise<Map<string, FileSystemHandle> | null>>();

  const listFolder = (path: string): Promise<Map<string, FileSystemHandle> | null> => {
    const known = listings.get(path);
    if (known) return known;
    const listing = (async () => {
      if (path === "") return new Map<string, FileSystemHandle>([[root.name.toLowerCase(), root]]);
      const folder = await findFolder(path);
      return folder && listHandle(folder);
    })();
    listings.set(path, listing);
    listing.catch(() => listings.delete(path));
    return listing;
  };

  const findFolder = async (path: string): Promise<FileSystemDirectoryHandle | null> => {
    const slash = path.lastIndexOf("/");
    const above = await listFolder(path.slice(0, Math.max(slash, 0)));
    const handle = above?.get(path.slice(slash + 1));
    return handle?.kind === "directory" ? (handle as FileSystemDirectoryHandle) : null;
  };

  return {
    async list(path) {
      const handles = await listFolder(path);
      if (!handles) return null;
      const entries = new Map<string, TreeEntry>();
      for (const [key, handle] of handles) entries.set(key, toEntry(handle));
      return entries;
    },
    async mount(path, label) {
      const handle = path === "" ? null : await findFolder(path);
      return handle && { kind: "directory", label, handle };
    },
  };
}

function toEntry(handle: FileSystemHandle): TreeEntry {
  const { name } = handle;
  if (handle.kind === "directory") return { kind: "folder", name };
  return { kind: "file", name, file: handle as FileSystemFileHandle };
}
