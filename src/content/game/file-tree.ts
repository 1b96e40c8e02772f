/**
 * Folders that a person picked, as one tree: its top level lists them by name, so that a path that
 * leads up and out of one can still find another, and never anything else.
 */

import type { ContentSpec, StoredFile } from "../types.ts";

export type TreeEntry =
  | { readonly kind: "folder"; readonly name: string }
  | { readonly kind: "file"; readonly name: string; readonly file: StoredFile };

/** Paths are as `normalizeContentPath` makes them; "" is the top. Case does not count. */
export interface FileTree {
  /** What is in a folder by lower-case name, names as stored in it; null if there is none. */
  list(path: string): Promise<ReadonlyMap<string, TreeEntry> | null>;
  /** The folder as a content root, to be posted to a worker; null if there is none. */
  mount(path: string, label: string): Promise<ContentSpec | null>;
}

/** A file of a tree, or null. */
export async function findFile(tree: FileTree, path: string): Promise<StoredFile | null> {
  const slash = path.lastIndexOf("/");
  const entry = (await tree.list(path.slice(0, Math.max(slash, 0))))?.get(path.slice(slash + 1));
  return entry?.kind === "file" ? entry.file : null;
}

export function joinPath(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** A pick under another name: its top folder's, which all of its paths begin with. */
export function renameTree(tree: FileTree, from: string, to: string): FileTree {
  const toOld = (path: string): string | null => {
    const slash = path.indexOf("/");
    const top = slash < 0 ? path : path.slice(0, slash);
    return top.toLowerCase() === to.toLowerCase() ? from + path.slice(top.length) : null;
  };
  return {
    async list(path) {
      if (path !== "") {
        const old = toOld(path);
        return old === null ? null : tree.list(old.toLowerCase());
      }
      const top = (await tree.list(""))?.get(from.toLowerCase());
      return top ? new Map([[to.toLowerCase(), { ...top, name: to }]]) : null;
    },
    async mount(path, label) {
      const old = toOld(path);
      return old === null ? null : tree.mount(old.toLowerCase(), label);
    },
  };
}

/** Several picks as one; of folders with one name, the first. */
export function joinTrees(trees: readonly FileTree[]): FileTree {
  const owners = async () => {
    const top = new Map<string, { tree: FileTree; entry: TreeEntry }>();
    for (const tree of trees) {
      for (const [name, entry] of (await tree.list("")) ?? []) {
        if (!top.has(name)) top.set(name, { tree, entry });
      }
    }
    return top;
  };
  let top: ReturnType<typeof owners> | null = null;
  const ownerOf = async (path: string) => {
    top ??= owners();
    return (await top).get(path.split("/")[0])?.tree ?? null;
  };
  return {
    async list(path) {
      if (path !== "") return (await ownerOf(path))?.list(path) ?? null;
      top ??= owners();
      return new Map([...(await top)].map(([name, { entry }]) => [name, entry]));
    },
    async mount(path, label) {
      return (await ownerOf(path))?.mount(path, label) ?? null;
    },
  };
}
