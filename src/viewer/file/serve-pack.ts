/** Packs a map for a static host in the worker. */

import { packMapFiles } from "../../analysis/content/pack-map.ts";
import { openSource } from "../../content/open-source.ts";
import type { ContentSpec } from "../../content/types.ts";
import { type DeflatedFile, deflateFile } from "../../formats/zip/deflate-file.ts";
import { writeZip } from "../../formats/zip/write-zip.ts";
import { type MapSource, openMapSource } from "../load/map-source.ts";

export interface AskedPack {
  readonly map: MapSource;
  /** Content besides the map's own files. */
  readonly content: readonly ContentSpec[];
  /** Name of the packed map in the zip. */
  readonly packed: string;
  /** HTML of the zip's `index.html`, which shows the packed map. */
  readonly page: string;
}

/**
 * Returns a zip to unpack on any static host: the page, and the map with the content that it uses
 * in a zip of their own, which the element reads by ranges. Rejects with FormatError, if the map
 * cannot be read any more, or with one sentence if it is too large for a zip.
 */
export async function servePack({ map, content, packed, page }: AskedPack) {
  const opened = await openMapSource(map);
  const sources = content.map((spec) => openSource(spec));
  const { files } = await packMapFiles(
    opened.name ?? map.name,
    await opened.bytes.read(0, opened.bytes.byteLength),
    opened.content === null ? sources : [opened.content, ...sources],
  );
  const zip = writeZip(
    new Map<string, Uint8Array | DeflatedFile>([
      ["index.html", deflateFile(new TextEncoder().encode(page))],
      // Zips do not deflate further.
      [packed, writeZip(files)],
    ]),
  );
  return zip as Uint8Array<ArrayBuffer>;
}
