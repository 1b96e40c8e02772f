import { isInContentRoot } from "../content-roots.ts";
import { isModelSource } from "../is-model-source.ts";
import { normalizeContentPath } from "../normalize-content-path.ts";
import type { ContentFile } from "../types.ts";
import type { FileTree, TreeEntry } from "./file-tree.ts";

interface Folder {
  readonly name: string;
  readonly folders: Map<string, Folder>;
  readonly files: Map<string, { readonly name: string; readonly blob: Blob }>;
}

const makeFolder = (name: string): Folder => ({ name, folders: new Map(), files: new Map() });

/**
 * Files with their paths, as `<input webkitdirectory>` and dropped folders give them: each path
 * begins with the name of what was picked. Of paths that differ in case only the first counts.
 */
export function filesTree(files: readonly ContentFile[]): FileTree {
  const root = makeFolder("");
  for (const { path, blob } of files) addFile(root, path, blob);

  const find = (path: string): Folder | undefined => {
    if (path === "") return root;
    let folder: Folder | undefined = root;
    for (const name of path.split("/")) folder = folder?.folders.get(name);
    return folder;
  };

  return {
    async list(path) {
      const folder = find(path);
      if (!folder) return null;
      const entries = new Map<string, TreeEntry>();
      for (const [name, inner] of folder.folders) {
        entries.set(name, { kind: "folder", name: inner.name });
      }
      for (const [key, { name, blob }] of folder.files) {
        entries.set(key, { kind: "file", name, file: blob });
      }
      return entries;
    },
    async mount(path, label) {
      const folder = find(path);
      if (!folder) return null;
      // Programs and archives, and mods inside the folder, are not its content; sources of models are.
      const content: ContentFile[] = [];
      for (const [name, inner] of folder.folders) {
        const isRoot = isInContentRoot(`${name}/`);
        collect(inner, `${name}/`, content, isRoot ? () => true : isModelSource);
      }
      for (const [name, { blob }] of folder.files) content.push({ path: name, blob });
      return { kind: "folder", label, files: content };
    },
  };
}

function addFile(root: Folder, path: string, blob: Blob): void {
  const names = path.split(/[\\/]+/).filter((name) => name !== "" && name !== ".");
  const fileName = names.pop();
  // Browsers give no such paths, other callers might.
  if (fileName === undefined || normalizeContentPath(path).split("/").length !== names.length + 1) {
    return;
  }
  let folder = root;
  for (const name of names) {
    const key = name.toLowerCase();
    let inner = folder.folders.get(key);
    if (!inner) {
      inner = makeFolder(name);
      folder.folders.set(key, inner);
    }
    folder = inner;
  }
  const key = fileName.toLowerCase();
  if (!folder.files.has(key)) folder.files.set(key, { name: fileName, blob });
}

function collect(
  folder: Folder,
  prefix: string,
  out: ContentFile[],
  isWanted: (name: string) => boolean,
): void {
  for (const [name, { blob }] of folder.files) {
    if (isWanted(name)) out.push({ path: prefix + name, blob });
  }
  for (const [name, inner] of folder.folders) collect(inner, `${prefix}${name}/`, out, isWanted);
}
