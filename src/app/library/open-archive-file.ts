/** An archive that was given by itself: the maps in it, and its content. */

import { listArchiveMaps } from "../../content/game/index.ts";
import { openArchive } from "../../content/open-archive.ts";
import type { ContentArchive } from "../../content/types.ts";
import { isMapPath } from "../../content/unpack-map.ts";
import type { Collection, ListedMap } from "./collection.ts";

/** Rejects with FormatError (VPK, GMA, ZIP). Only the archive's directory is read. */
export async function openArchiveFile(
  file: File,
  parts: ReadonlyMap<number, File>,
): Promise<Collection> {
  const open = (signal?: AbortSignal): Promise<ContentArchive> => openArchive(file, parts, signal);
  const archive = await open();
  const isVpk = /\.vpk$/i.test(file.name);
  const maps = isVpk ? listArchiveMaps(archive, file.name, open) : listPackedMaps(archive, file);
  const problems =
    isVpk && /_dir\.vpk$/i.test(file.name) && parts.size === 0
      ? [`${file.name} came without its parts: drop them together, or add the folder they lie in`]
      : [];
  return {
    id: `archive ${file.name}`,
    title: file.name,
    kind: "archive",
    isKept: false,
    maps: [...maps].sort((a, b) => (a.name < b.name ? -1 : 1)),
    content: [{ kind: "archive", label: file.name, file, parts }],
    problems,
  };
}

/** Maps anywhere in a zip or GMA: the viewer reads them out of it, with what lies beside them. */
function listPackedMaps(archive: ContentArchive, file: File): ListedMap[] {
  const maps: ListedMap[] = [];
  for (const { path, byteLength } of archive.list()) {
    if (!isMapPath(path)) continue;
    const name = path.replace(/^maps\//, "").replace(/\.bsp(\.bz2)?$/i, "");
    const place = { blob: file, entry: path };
    maps.push({ name, byteLength, mount: file.name, locate: async () => place });
  }
  return maps;
}
