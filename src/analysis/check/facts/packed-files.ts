/** The files in a map's pakfile, and which of them anything in the map names. */

import { openPakfile } from "../../../content/archives/open-pakfile.ts";
import { pakfileSource } from "../../../content/archives/pakfile-source.ts";
import type { ZipReader } from "../../../content/archives/zip-archive.ts";
import { memoryBytes } from "../../../content/bytes/memory-bytes.ts";
import type { ContentSource } from "../../../content/types.ts";
import { FormatError } from "../../../core/errors.ts";
import type { Ledger } from "../../../core/ledger.ts";
import type { ZipEntry } from "../../../formats/zip/types.ts";

export interface PackedFiles {
  /** null: there is none. */
  readonly zip: ZipReader | null;
  /** Of several entries with one path the last. By path. */
  readonly entries: ReadonlyMap<string, ZipEntry>;
  /** One sentence; null: the archive is sound. */
  readonly damage: string | null;
  /** The file's bytes; null: there is none, or it is broken. Throws UntoldError where they are too many. */
  read(path: string): Promise<Uint8Array | null>;
}

export async function readPackedFiles(pakfile: Uint8Array, ledger: Ledger): Promise<PackedFiles> {
  if (pakfile.length === 0) {
    return { zip: null, entries: new Map(), damage: null, read: () => Promise.resolve(null) };
  }
  const { zip, damage } = await openPakfile(memoryBytes("pakfile", pakfile));
  const source: ContentSource = pakfileSource(zip, ledger);
  return {
    zip,
    entries: new Map(zip.entries.map((entry) => [entry.path, entry])),
    damage: damage?.message ?? null,
    read: async (path) => {
      try {
        return await source.read(path);
      } catch (error) {
        if (error instanceof FormatError && error.code !== "too-large") return null;
        throw error;
      }
    },
  };
}
