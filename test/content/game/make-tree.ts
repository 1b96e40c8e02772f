/** Makes a game's folders in memory, as picked files and as File System Access handles. */

import type { ContentFile } from "../../../src/content/types.ts";
import { asFile } from "../counting-bytes.ts";

export type MadeFiles = Readonly<Record<string, string | Uint8Array>>;

const encode = (content: string | Uint8Array): Uint8Array =>
  typeof content === "string" ? new TextEncoder().encode(content) : content;

/** Returns files as `<input webkitdirectory>` provides them. */
export function pickedFiles(files: MadeFiles): ContentFile[] {
  return Object.entries(files).map(([path, content]) => ({
    path,
    blob: asFile(encode(content), path.split("/").at(-1)!),
  }));
}

/** Returns a handle as `showDirectoryPicker` provides it, which records the listed folders. */
export function directoryHandle(
  name: string,
  files: MadeFiles,
  listed: string[] = [],
): FileSystemDirectoryHandle {
  const names = new Set(Object.keys(files).map((path) => path.split("/")[0]));
  const children = [...names].map((child) => {
    if (child in files) {
      const file = asFile(encode(files[child]), child);
      return { kind: "file", name: child, getFile: async () => file };
    }
    const inner = Object.entries(files)
      .filter(([path]) => path.startsWith(`${child}/`))
      .map(([path, content]) => [path.slice(child.length + 1), content] as const);
    return directoryHandle(child, Object.fromEntries(inner), listed);
  });
  const handle = {
    kind: "directory",
    name,
    async *values() {
      listed.push(name);
      yield* children;
    },
  };
  return handle as unknown as FileSystemDirectoryHandle;
}
