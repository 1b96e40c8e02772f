/** The models of mounted content, by their content paths. */

import { listHandle } from "../folders/list-handle.ts";
import type { ContentArchive, ContentSpec } from "../types.ts";

const IS_MODEL = /^models\/.*\.mdl$/;

/** Folders below `models` that are looked into: a game's lie five or six deep. */
const MAX_DEPTH = 16;

/** What a folder on a server holds nobody tells. Rejects where an archive or a folder cannot be read. */
export async function listModels(spec: ContentSpec, signal?: AbortSignal): Promise<string[]> {
  switch (spec.kind) {
    case "url":
      return [];
    case "files":
    case "folder":
      return spec.files.map(({ path }) => normalize(path)).filter((path) => IS_MODEL.test(path));
    case "directory":
      return walk(spec.handle, signal);
    case "archive": {
      const { openArchive } = await import("../archives/open-archive.ts");
      const archive: ContentArchive = await openArchive(spec.file, spec.parts, signal);
      const paths: string[] = [];
      for (const { path } of archive.list()) if (IS_MODEL.test(path)) paths.push(path);
      return paths;
    }
  }
}

/** From the last `models` on, as content is found wherever it lies in what was picked. */
function normalize(path: string): string {
  const lower = path.replaceAll("\\", "/").toLowerCase();
  const at = `/${lower}`.lastIndexOf("/models/");
  return at < 0 ? lower : lower.slice(at);
}

async function walk(root: FileSystemDirectoryHandle, signal?: AbortSignal): Promise<string[]> {
  const paths: string[] = [];
  const visit = async (folder: FileSystemDirectoryHandle, path: string, depth: number) => {
    signal?.throwIfAborted();
    for (const [name, handle] of await listHandle(folder)) {
      const inside = `${path}/${name}`;
      if (handle.kind === "file" && name.endsWith(".mdl")) paths.push(inside);
      else if (handle.kind === "directory" && depth < MAX_DEPTH) {
        await visit(handle as FileSystemDirectoryHandle, inside, depth + 1);
      }
    }
  };
  const models = (await listHandle(root)).get("models");
  if (models?.kind === "directory") await visit(models as FileSystemDirectoryHandle, "models", 0);
  return paths;
}
