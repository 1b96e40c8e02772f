/** The maps of a mounted folder or archive. */

import { openBytes, openFileHandle } from "../bytes/open-bytes.ts";
import { isMapPath } from "../maps/unpack-map.ts";
import type { ContentArchive, StoredFile } from "../types.ts";
import { type FileTree, joinPath } from "./file-tree.ts";

export interface GameMap {
  /** Below `maps`, without its extension, in lower case: `de_dust2`, `workshop/125/cs_agency`. */
  readonly name: string;
  /** What it lies in, for a person: a path in the tree. */
  readonly mount: string;
  /** As stored: packed, for a `.bsp.bz2`. */
  readonly byteLength: number;
  /**
   * Where the map is to be read, packed or not: a loose one in its file, one in an archive from its
   * bytes. Rejects with FormatError (VPK, GMA), or one sentence where it can no longer be read.
   */
  locate(signal?: AbortSignal): Promise<GameMapLocation>;
}

export type GameMapLocation =
  | { readonly blob: Blob }
  | { readonly url: string }
  | { readonly bytes: Uint8Array };

const FOLDER = "maps";
/** `maps/workshop/<number>/<map>.bsp` */
const MAX_DEPTH = 2;

/** Below `maps` of a mounted folder, in no order. A map beside its packed copy comes first. */
export async function listFolderMaps(tree: FileTree, mount: string): Promise<GameMap[]> {
  const maps: GameMap[] = [];
  const packed: GameMap[] = [];
  const visit = async (path: string, prefix: string, depth: number): Promise<void> => {
    for (const [name, entry] of (await tree.list(path)) ?? []) {
      if (entry.kind === "folder") {
        if (depth < MAX_DEPTH) await visit(joinPath(path, name), `${prefix}${name}/`, depth + 1);
      } else if (isMapPath(name)) {
        const list = /\.bz2$/.test(name) ? packed : maps;
        list.push(await looseMap(prefix + name, mount, entry.file));
      }
    }
  };
  await visit(joinPath(mount, FOLDER), "", 0);
  return [...maps, ...packed];
}

/** @param reopen the archive: the list does not keep it in memory */
export function listArchiveMaps(
  archive: ContentArchive,
  mount: string,
  reopen: (signal?: AbortSignal) => Promise<ContentArchive>,
): GameMap[] {
  const maps: { path: string; byteLength: number }[] = [];
  for (const { path, byteLength } of archive.list()) {
    if (path.startsWith(`${FOLDER}/`) && isMapPath(path)) maps.push({ path, byteLength });
  }
  return maps.map(({ path, byteLength }) => ({
    name: nameOf(path.slice(FOLDER.length + 1)),
    mount,
    byteLength,
    async locate(signal) {
      const bytes = await (await reopen(signal)).read(path, signal);
      if (bytes === null) throw new Error(`${path} is no longer in ${mount}`);
      return { bytes };
    },
  }));
}

/** @param path below `maps`, with its extension */
export async function looseMap(path: string, mount: string, file: StoredFile): Promise<GameMap> {
  const { byteLength } = await openBytes(file);
  const locate = async (): Promise<GameMapLocation> => {
    if (file instanceof Blob) return { blob: file };
    return "url" in file ? file : { blob: await openFileHandle(file) };
  };
  return { name: nameOf(path), mount, byteLength, locate };
}

function nameOf(path: string): string {
  return path.toLowerCase().replace(/\.bsp(\.bz2)?$/, "");
}
