/** An archive that was given by itself, as a file or by its address: the maps in it, and its content. */

import { openArchive } from "../../content/archives/open-archive.ts";
import { passesContentRoot } from "../../content/content-roots.ts";
import { type GameMapLocation, listArchiveMaps } from "../../content/game/index.ts";
import { isModelSource } from "../../content/is-model-source.ts";
import { isMapPath } from "../../content/maps/unpack-map.ts";
import type { ContentArchive, StoredFile } from "../../content/types.ts";
import type { ContentInput } from "../../viewer/index.ts";

// Maps that share their content: a game, a folder, an archive, or what a server offers.

export interface Collection {
  /** Stays the same from visit to visit. */
  readonly id: string;
  readonly title: string;
  readonly kind: "game" | "folder" | "archive" | "server";
  readonly maps: readonly ListedMap[];
  /** In search order. */
  readonly content: readonly ContentInput[];
  /** Whether the next visit finds it again. */
  readonly isKept: boolean;
  /** A sentence each. */
  readonly problems: readonly string[];
}

export interface ListedMap {
  /** `de_dust2`, `workshop/125/cs_agency` */
  readonly name: string;
  /** As stored; null where that is not known. */
  readonly byteLength: number | null;
  /** What it lies in, for a person. */
  readonly mount: string;
  /** Rejects where the map can no longer be had. */
  locate(signal?: AbortSignal): Promise<MapPlace>;
}

/** `entry`: which map, in an archive of several. */
export type MapPlace = GameMapLocation & { readonly entry?: string };

/** The map's own name, without the folders that it lies in. */
export function titleOf(map: Pick<ListedMap, "name">): string {
  return map.name.slice(map.name.lastIndexOf("/") + 1);
}

/** Rejects with FormatError (VPK, GMA, ZIP). Only the archive's directory is read. */
export async function openArchiveFile(
  file: File,
  parts: ReadonlyMap<number, File>,
): Promise<Collection> {
  const { name } = file;
  const { maps, problems } = await openAndList(name, { blob: file }, file, parts);
  if (/_dir\.vpk$/i.test(name) && parts.size === 0) {
    problems.push(
      `${name} came without its parts: drop them together, or add the folder they lie in`,
    );
  }
  return {
    id: `archive ${name}`,
    title: name,
    kind: "archive",
    isKept: false,
    maps,
    content: [{ kind: "archive", label: name, file, parts }],
    problems,
  };
}

/**
 * As `openArchiveFile`; also rejects with one sentence where it cannot be had.
 * @param content addresses of what else its maps need
 */
export async function openArchiveAt(url: string, content: readonly string[]): Promise<Collection> {
  const { host, pathname } = new URL(url);
  const name = pathname.slice(pathname.lastIndexOf("/") + 1);
  return {
    id: `archive ${url}`,
    title: `${name}, ${host}`,
    kind: "archive",
    // A map of a VPK is handed over as bytes: its address alone does not find it again.
    isKept: !isVpk(name),
    ...(await openAndList(name, { url }, { url }, new Map())),
    // A map that is read out of a zip or GMA brings that along.
    content: isVpk(name) ? [...content, url] : content,
  };
}

type ArchiveLocation = { readonly blob: Blob } | { readonly url: string };

async function openAndList(
  name: string,
  location: ArchiveLocation,
  file: StoredFile,
  parts: ReadonlyMap<number, File>,
): Promise<{ maps: ListedMap[]; problems: string[] }> {
  const open = (signal?: AbortSignal): Promise<ContentArchive> => openArchive(file, parts, signal);
  const archive = await open();
  const maps = isVpk(name)
    ? listArchiveMaps(archive, name, open)
    : listPackedMaps(archive, name, location);
  return {
    maps: [...maps].sort((a, b) => (a.name < b.name ? -1 : 1)),
    problems: bringsAnything(archive) ? [] : [`${name} has no maps and no game content in it`],
  };
}

function isVpk(name: string): boolean {
  return /\.vpk$/i.test(name);
}

function bringsAnything(archive: ContentArchive): boolean {
  for (const { path } of archive.list()) {
    if (isMapPath(path) || passesContentRoot(path) || isModelSource(path)) return true;
  }
  return false;
}

/** Maps anywhere in a zip or GMA: the viewer reads them out of it, with what lies beside them. */
function listPackedMaps(
  archive: ContentArchive,
  archiveName: string,
  location: ArchiveLocation,
): ListedMap[] {
  const maps: ListedMap[] = [];
  for (const { path, byteLength } of archive.list()) {
    if (!isMapPath(path)) continue;
    const name = path.replace(/^maps\//, "").replace(/\.bsp(\.bz2)?$/i, "");
    const place = { ...location, entry: path };
    maps.push({ name, byteLength, mount: archiveName, locate: async () => place });
  }
  return maps;
}
