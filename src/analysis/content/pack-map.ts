/** Packs a map and the content that it uses, as files of a zip. */

import type { ContentPath, ContentSource } from "../../content/types.ts";
import type { Warning } from "../../core/diagnostics.ts";
import { type DeflatedFile, deflateFile } from "../../formats/zip/deflate-file.ts";
import { gatherContent } from "./gather-content.ts";

export interface PackedFiles {
  /** For `writeZip`: the map is stored, so that a page can read parts of it in place. */
  readonly files: ReadonlyMap<ContentPath, Uint8Array | DeflatedFile>;
  /** Warnings from loading the map with all packed files available. */
  readonly warnings: readonly Warning[];
}

/**
 * Files in the map's own pakfile stay there. The same input gives the same bytes.
 * @param sources in the page's search order
 * @throws FormatError if the file is not a map that can be drawn
 */
export async function packMapFiles(
  name: string,
  map: Uint8Array,
  sources: readonly ContentSource[],
): Promise<PackedFiles> {
  const { files: used, warnings } = await gatherContent(map, sources, { name });
  const files = new Map<ContentPath, Uint8Array | DeflatedFile>([[`maps/${name}.bsp`, map]]);
  for (const [path, bytes] of used) files.set(path, deflateFile(bytes));
  return { files, warnings };
}
