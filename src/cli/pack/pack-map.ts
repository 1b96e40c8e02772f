/** Gathers what a map uses: by loading it as the page does, and keeping what the loader was given. */

import { gatherContent } from "../../analysis/content/gather-content.ts";
import type { ContentPath, ContentSource } from "../../content/types.ts";
import type { Warning } from "../../core/diagnostics.ts";
import { deflateFile } from "../../formats/zip/deflate-file.ts";
import { writeZip } from "../../formats/zip/write-zip.ts";
import { inFile } from "../compile/bad-source.ts";
import { CliError } from "../errors.ts";
import { openMapPath } from "../files/map-file.ts";

export interface PackedFile {
  readonly path: ContentPath;
  readonly byteLength: number;
  /** In the zip. */
  readonly packedByteLength: number;
}

export interface PackedMap {
  readonly zip: Uint8Array;
  /** The map and its files, by path. */
  readonly files: readonly PackedFile[];
  /** What loading the map says is missing or broken, with all that is packed at hand. */
  readonly warnings: readonly Warning[];
}

/**
 * Packs a map, whatever it is stored in, with what it uses of the sources. What lies in the map's own
 * pakfile stays there. The same input gives the same bytes.
 * @throws FormatError if it is no map that can be drawn; CliError if it is too large for a zip
 */
export async function packMap(path: string, content: readonly ContentSource[]): Promise<PackedMap> {
  return inFile(path, async () => {
    const opened = await openMapPath(path);
    const { name } = opened;
    const bytes = await opened.bytes.read(0, opened.bytes.byteLength);
    // In the order in which the page asks them.
    const sources = [...(opened.content ? [opened.content] : []), ...content];
    const { files: used, warnings } = await gatherContent(bytes, sources, { name });
    // As it is, so that a page can read parts of it where it lies.
    const packed = new Map([[`maps/${name}.bsp`, bytes as ReturnType<typeof deflateFile>]]);
    for (const [path, bytes] of used) packed.set(path, deflateFile(bytes));
    return { zip: writeMapZip(packed), files: listFiles(packed), warnings };
  });
}

function writeMapZip(files: Parameters<typeof writeZip>[0]): Uint8Array {
  try {
    return writeZip(files);
  } catch (error) {
    if (error instanceof RangeError) throw new CliError(`this cannot be packed: ${error.message}`);
    throw error;
  }
}

function listFiles(files: ReadonlyMap<string, ReturnType<typeof deflateFile>>): PackedFile[] {
  const list = [...files].map(([path, file]) => {
    const packedByteLength = file instanceof Uint8Array ? file.length : file.deflated.length;
    const byteLength = file instanceof Uint8Array ? file.length : file.byteLength;
    return { path, byteLength, packedByteLength };
  });
  return list.sort((a, b) => (a.path < b.path ? -1 : 1));
}
