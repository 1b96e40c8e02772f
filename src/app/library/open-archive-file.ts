/** Opens an archive from a file or an address: its maps and its content. */

import { openArchive } from "../../content/archives/open-archive.ts";
import { passesContentRoot } from "../../content/content-roots.ts";
import { type GameMapLocation, listArchiveMaps } from "../../content/game/index.ts";
import { isModelSource } from "../../content/is-model-source.ts";
import { isMapPath } from "../../content/maps/unpack-map.ts";
import type { ContentArchive, StoredFile } from "../../content/types.ts";
import type { ContentInput } from "../../viewer/index.ts";

// A collection: maps that share their content, from a game, a folder, an archive or a server.

export interface Collection {
  /** Stable across visits. */
  readonly id: string;
  readonly title: string;
  readonly kind: "game" | "folder" | "archive" | "server";
  readonly maps: readonly ListedMap[];
  /** Sources in search order. */
  readonly content: readonly ContentInput[];
  /** Whether the next visit finds the collection again. */
  readonly isKept: boolean;
  /** Problems, one sentence each. */
  readonly problems: readonly string[];
}

export interface ListedMap {
  /** Name such as `de_dust2` or `workshop/125/cs_agency`. */
  readonly name: string;
  /** Stored size in bytes, or `null` if unknown. */
  readonly byteLength: number | null;
  /** Source of the map, such as an archive's name, shown to the user. */
  readonly mount: string;
  /** Returns the map's location. Rejects if the map is no longer available. */
  locate(signal?: AbortSignal): Promise<MapPlace>;
}

/** `entry`: name of the map in an archive of several. */
export type MapPlace = GameMapLocation & { readonly entry?: string };

/** Returns the map's name without its folders. */
export function titleOf(map: Pick<ListedMap, "name">): string {
  return map.name.slice(map.name.lastIndexOf("/") + 1);
}

/**
 * Opens an archive. Rejects with FormatError (VPK, GMA, ZIP). Only the archive's directory is read.
 */
export async function openArchiveFile(
  file: File,
  parts: ReadonlyMap<number, File>,
): Promise<Collection> {
  const { name } = file;
  const { maps, problems } = await openAndList(name, { blob: file }, file, parts);
  if (/_dir\.vpk$/i.test(name) && parts.size === 0) {
    problems.push(
      `the parts of ${name} are missing: drop all of them together, or add their folder`,
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
 * Opens an archive from the web, like `openArchiveFile`. Also rejects with one sentence if it is
 * unavailable.
 *
 * @param content addresses of further content for its maps
 */
export async function openArchiveAt(url: string, content: readonly string[]): Promise<Collection> {
  const { host, pathname } = new URL(url);
  const name = pathname.slice(pathname.lastIndexOf("/") + 1);
  return {
    id: `archive ${url}`,
    title: `${name}, ${host}`,
    kind: "archive",
    // A map in a VPK is opened as bytes, so its address alone cannot find it again.
    isKept: !isVpk(name),
    ...(await openAndList(name, { url }, { url }, new Map())),
    // For a map in a ZIP or GMA, the viewer adds the archive's content itself.
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
    problems: bringsAnything(archive) ? [] : [sayLack(name, archive)],
  };
}

/** Says that an archive has nothing to show, and names what could become something. */
function sayLack(name: string, archive: ContentArchive): string {
  const lack = `${name} has no maps and no game content in it`;
  const paths = [...archive.list()].map(({ path }) => path);
  const source = paths.find((path) => /\.vmf$/i.test(path));
  if (source !== undefined) return `${lack}, but a map's source: ${source}`;
  const inner = paths.find((path) => /\.(zip|gma|vpk|rar|7z|bz2|gz|xz|tar)$/i.test(path));
  return inner === undefined ? lack : `${lack}, but another archive: ${inner}`;
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

/** Lists maps anywhere in a ZIP or GMA. The viewer reads them with the files beside them. */
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
