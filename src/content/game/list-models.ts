/** Lists the models of mounted content by content path. */

import { decodeText } from "../../formats/keyvalues/decode-text.ts";
import { normalizePath } from "../../formats/normalize-path.ts";
import { openFileHandle } from "../bytes/open-bytes.ts";
import { isModelSource } from "../is-model-source.ts";
import { normalizeContentPath } from "../normalize-content-path.ts";
import type { ContentArchive, ContentSpec } from "../types.ts";
import { listHandle } from "./list-handle.ts";

// Model sources that can be opened on their own.

/** Limits for scripts that are read for the names in them: their number, and their total bytes. */
const MAX_SCRIPTS = 256;
const MAX_BYTES = 1 << 24;
/** Maximum number of `$pushd` folders considered for a script. */
const MAX_PUSHED = 16;

const WORDS = /"([^"\r\n]*)"|([^\s{}"]+)/g;
const PUSHED = /\$pushd\s+"?([^"\s]+)/gi;

/**
 * Returns scripts, and the SMDs and VTAs that no script names. A VTA beside an SMD of the same name
 * is left out.
 * @param paths content paths
 */
async function listModelSources(
  paths: readonly string[],
  read: (path: string) => Promise<Uint8Array | null>,
): Promise<string[]> {
  const named = new Set<string>();
  let left = MAX_BYTES;
  const scripts = paths.filter((path) => /\.qci?$/.test(path));
  for (const path of scripts.slice(0, MAX_SCRIPTS)) {
    const bytes = await read(path);
    left -= bytes?.length ?? 0;
    if (left < 0) break;
    if (bytes !== null) addNamed(named, path, decodeText(bytes));
  }
  const meshes = new Set(paths.filter((path) => path.endsWith(".smd")).map(stemOf));
  return paths.filter((path) => {
    if (!isModelSource(path)) return false;
    if (path.endsWith(".qc")) return true;
    return !named.has(stemOf(path)) && !(path.endsWith(".vta") && meshes.has(stemOf(path)));
  });
}

/** Adds every word of a script, since any may be a file name, with or without its extension. */
function addNamed(named: Set<string>, path: string, text: string): void {
  const code = text.replace(/\/\/[^\r\n]*/g, "");
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const pushed = [...code.matchAll(PUSHED)].slice(0, MAX_PUSHED).map(([, name]) => `${name}/`);
  for (const [, quoted, bare] of code.matchAll(WORDS)) {
    const name = quoted ?? bare;
    for (const inside of ["", ...pushed]) named.add(stemOf(normalizePath(folder + inside + name)));
  }
}

const stemOf = (path: string): string => path.replace(/\.(smd|vta)$/, "");

const IS_MODEL = /^models\/.*\.mdl$/;
const IS_SOURCE = /\.(qc|qci|smd|vta)$/;

/** Maximum depth of listed folders: a game's models are five or six deep. */
const MAX_DEPTH = 16;
/** Maximum number of folders listed; more than any collection of sources has. */
const MAX_FOLDERS = 10_000;

/**
 * Returns the models below `models`, and model sources anywhere, except those that a script among
 * them names. Empty for a folder on a server, which cannot be listed. Rejects if an archive or
 * folder cannot be read.
 */
export async function listModels(spec: ContentSpec, signal?: AbortSignal): Promise<string[]> {
  switch (spec.kind) {
    case "url":
      return [];
    case "files":
    case "folder": {
      const blobs = new Map(spec.files.map(({ path, blob }) => [normalizeContentPath(path), blob]));
      const models = [...blobs.keys()].map(fromModels).filter((path) => IS_MODEL.test(path));
      const sources = await listModelSources([...blobs.keys()].filter(isSourceOrPart), (path) =>
        bytesOf(blobs.get(path)),
      );
      return [...models, ...sources];
    }
    case "directory": {
      const handles = await walk(spec.handle, signal);
      const models = [...handles.keys()].filter((path) => IS_MODEL.test(path));
      const sources = await listModelSources(
        [...handles.keys()].filter(isSourceOrPart),
        async (path) => bytesOf(await openFileHandle(handles.get(path) as FileSystemFileHandle)),
      );
      return [...models, ...sources];
    }
    case "archive": {
      const { openArchive } = await import("../archives/open-archive.ts");
      const archive: ContentArchive = await openArchive(spec.file, spec.parts, signal);
      const models: string[] = [];
      const sources: string[] = [];
      for (const { path } of archive.list()) {
        if (IS_MODEL.test(path)) models.push(path);
        else if (isSourceOrPart(path)) sources.push(path);
      }
      const read = (path: string) => archive.read(path, signal);
      return [...models, ...(await listModelSources(sources, read))];
    }
  }
}

const isSourceOrPart = (path: string): boolean => IS_SOURCE.test(path);

async function bytesOf(blob: Blob | undefined): Promise<Uint8Array | null> {
  return blob === undefined ? null : new Uint8Array(await blob.arrayBuffer());
}

/**
 * Returns the path from its last `models` folder on, since `models` may lie anywhere in the picked
 * files.
 */
function fromModels(path: string): string {
  const at = `/${path}`.lastIndexOf("/models/");
  return at < 0 ? path : path.slice(at);
}

/**
 * Finds models and sources. If the root folder itself has sources, all of its folders are searched;
 * otherwise only `models` and `modelsrc`.
 */
async function walk(
  root: FileSystemDirectoryHandle,
  signal?: AbortSignal,
): Promise<Map<string, FileSystemHandle>> {
  const found = new Map<string, FileSystemHandle>();
  let left = MAX_FOLDERS;
  const visit = async (folder: FileSystemDirectoryHandle, path: string, depth: number) => {
    signal?.throwIfAborted();
    if (left-- <= 0) return;
    const listing = await listHandle(folder);
    const hasSources = depth === 0 && [...listing.keys()].some(isModelSource);
    for (const [name, handle] of listing) {
      const inside = path === "" ? name : `${path}/${name}`;
      const isWanted = name.endsWith(".mdl") || isSourceOrPart(name);
      if (handle.kind === "file" && isWanted) found.set(inside, handle);
      else if (handle.kind === "directory" && depth < MAX_DEPTH) {
        const isLooked = depth > 0 || hasSources || name === "models" || name === "modelsrc";
        if (isLooked) await visit(handle as FileSystemDirectoryHandle, inside, depth + 1);
      }
    }
  };
  await visit(root, "", 0);
  return found;
}
