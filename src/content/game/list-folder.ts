/** Lists the files of one folder of mounted content. */

import { normalizeContentPath } from "../normalize-content-path.ts";
import type { ContentSpec } from "../types.ts";
import { listHandle } from "./list-handle.ts";

/**
 * Returns the content paths of a folder's files, as the opened source would find them.
 * @param folder content path: empty, or ending in `/`
 * @returns an empty list for a folder on a server, which cannot be listed
 */
export async function listFolder(
  spec: ContentSpec,
  folder: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const isInside = (path: string) =>
    path.startsWith(folder) && !path.slice(folder.length).includes("/");
  switch (spec.kind) {
    case "url":
      return [];
    case "folder":
      return spec.files.map(({ path }) => normalizeContentPath(path)).filter(isInside);
    case "files":
      // The source finds these files by whole path and from each content folder on it.
      return spec.files.flatMap(({ path }) => {
        const whole = `/${normalizeContentPath(path)}`;
        const slash = whole.lastIndexOf("/") + 1;
        const isThere = folder === "" ? slash === 1 : whole.slice(0, slash).endsWith(`/${folder}`);
        return isThere ? [folder + whole.slice(slash)] : [];
      });
    case "directory": {
      let at = spec.handle;
      for (const name of folder.split("/").slice(0, -1)) {
        const next = (await listHandle(at)).get(name);
        if (next?.kind !== "directory") return [];
        at = next as FileSystemDirectoryHandle;
      }
      const inside = [...(await listHandle(at))];
      return inside.filter(([, { kind }]) => kind === "file").map(([name]) => folder + name);
    }
    case "archive": {
      const { openArchive } = await import("../archives/open-archive.ts");
      const archive = await openArchive(spec.file, spec.parts, signal);
      return [...archive.list()].map(({ path }) => path).filter(isInside);
    }
  }
}
