/** What lies in a folder that is no game: maps, archives, and folders that content counts from. */

import { CancelledError } from "../../core/errors.ts";
import { isArchiveName } from "../archives/open-archive.ts";
import { isInContentRoot } from "../content-roots.ts";
import { isModelSource } from "../is-model-source.ts";
import { isMapPath } from "../maps/unpack-map.ts";
import type { StoredFile } from "../types.ts";
import { type FileTree, joinPath, type TreeEntry } from "./file-tree.ts";
import { listParts } from "./open-game.ts";

/** `addons/<name>/…`, a server's `fastdl/maps`, with folders to spare. */
const MAX_DEPTH = 4;
/** More than any collection of maps has; somebody's whole disk has more. */
const MAX_FOLDERS = 10_000;
/** A map and its content in one. */
const PACKED_MAP = /\.visleaf\.zip$/i;

/** Paths are the tree's. */
export type LooseFind =
  /** A folder with `materials`, `models` or the like in it, or with sources of models. */
  | { readonly kind: "root"; readonly path: string }
  /** By itself, or packed with its content. */
  | { readonly kind: "map"; readonly path: string; readonly file: StoredFile }
  | {
      readonly kind: "archive";
      readonly path: string;
      readonly file: StoredFile;
      readonly parts: ReadonlyMap<number, StoredFile>;
    }
  /** The rest is not looked at, and why. */
  | { readonly kind: "end"; readonly problem: string };

/** `name`, of a packed map with the extension of one that is not. */
export function plainMapName(name: string): string {
  return name.replace(PACKED_MAP, ".bsp");
}

/**
 * Outer folders before inner ones; in each, first the folder as a root, then what is in it by name.
 * Rejects where a folder can no longer be listed.
 */
export async function* walkLooseFolder(
  tree: FileTree,
  path: string,
  signal?: AbortSignal,
): AsyncGenerator<LooseFind> {
  let left = MAX_FOLDERS;

  /** `isSource`: a folder that it lies in is one of sources. */
  async function* visit(
    folder: string,
    depth: number,
    isSource: boolean,
  ): AsyncGenerator<LooseFind> {
    if (signal?.aborted) throw new CancelledError();
    if (left-- === 0) {
      yield {
        kind: "end",
        problem: `more than ${MAX_FOLDERS} folders: the rest is not looked at`,
      };
    }
    const listing = left < 0 ? null : await tree.list(folder);
    if (!listing) return;
    const names = [...listing.keys()].sort();
    const hasSources = names.some((name) => isModelSource(name));
    const isRoot = names.some((name) => isContentFolder(listing, name));
    if (isRoot || (hasSources && !isSource)) yield { kind: "root", path: folder };
    const inner: string[] = [];
    for (const name of names) {
      const entry = listing.get(name)!;
      const at = joinPath(folder, name);
      if (entry.kind === "folder") {
        // What content lies in holds no other content; maps may lie in folders of their own.
        if (!isContentFolder(listing, name) && !name.startsWith(".")) inner.push(at);
      } else if (isMapPath(name) || PACKED_MAP.test(name)) {
        yield { kind: "map", path: at, file: entry.file };
      } else if (isArchiveName(name)) {
        yield { kind: "archive", path: at, file: entry.file, parts: await listParts(tree, at) };
      }
    }
    if (depth < MAX_DEPTH)
      for (const at of inner) yield* visit(at, depth + 1, isSource || hasSources);
  }

  yield* visit(path, 0, false);
}

/** All but `maps`: what is in it is found map by map. */
function isContentFolder(listing: ReadonlyMap<string, TreeEntry>, name: string): boolean {
  return listing.get(name)?.kind === "folder" && name !== "maps" && isInContentRoot(`${name}/`);
}
