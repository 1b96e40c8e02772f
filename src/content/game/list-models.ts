/** The models of mounted content, by their content paths. */

import { decodeText } from "../../formats/keyvalues/decode-text.ts";
import { normalizePath } from "../../formats/normalize-path.ts";
import { openFileHandle } from "../bytes/open-bytes.ts";
import { listHandle } from "../folders/list-handle.ts";
import { isModelSource } from "../is-model-source.ts";
import { normalizeContentPath } from "../normalize-content-path.ts";
import type { ContentArchive, ContentSpec } from "../types.ts";

// The sources of models among files: those that stand for themselves.

/** Most scripts that are read for what they name, and most bytes of them together. */
const MAX_SCRIPTS = 256;
const MAX_BYTES = 1 << 24;
/** Most folders that a script goes into (`$pushd`). */
const MAX_PUSHED = 16;

const WORDS = /"([^"\r\n]*)"|([^\s{}"]+)/g;
const PUSHED = /\$pushd\s+"?([^"\s]+)/gi;

/**
 * Scripts, and the SMDs and VTAs that none of them names; not the VTA of an SMD of its name.
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

/** Any word of a script may be a file's name, with its extension or without. */
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

/** Folders inside folders that are looked into: a game's models lie five or six deep. */
const MAX_DEPTH = 16;
/** More than hold anybody's sources. */
const MAX_FOLDERS = 10_000;

/**
 * Models below `models`, and sources of models wherever they lie, but those that a script among them names. What a
 * folder on a server holds nobody tells. Rejects where an archive or a folder cannot be read.
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

/** From the last `models` on, as content is found wherever it lies in what was picked. */
function fromModels(path: string): string {
  const at = `/${path}`.lastIndexOf("/models/");
  return at < 0 ? path : path.slice(at);
}

/** Models, and sources: of a folder that has some in it those of all its folders, of a game those of a few. */
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
