import { CancelledError } from "../../core/errors.ts";
import type { Ledger } from "../../core/ledger.ts";
import { checkEntrySizes } from "../../formats/zip/read-entry.ts";
import type { ZipEntry, ZipListing } from "../../formats/zip/types.ts";
import type { ContentSource } from "../types.ts";
import { drawHead, type ZipReader } from "./zip-archive.ts";

/** Zip whose entries are in memory (`ZipArchive`) or read on demand (`ZipReader`). */
interface Zip extends Pick<ZipListing, "find"> {
  read(entry: ZipEntry, signal?: AbortSignal): Uint8Array | Promise<Uint8Array>;
  readHead?: ZipReader["readHead"];
}

/**
 * Content source of a map's pakfile, which has priority over every other source. Rejects with
 * FormatError (ZIP, LZMA), also if the ledger has no room for an entry: entries may share bytes, so
 * their total is not bounded by the file's size. An entry that is read again is not charged again.
 */
export function pakfileSource(archive: Zip, ledger: Ledger, label = "pakfile"): ContentSource {
  const counted = new Set<ZipEntry>();
  const count = (path: string, entry: ZipEntry): void => {
    if (!counted.has(entry)) ledger.take("pakfileBytes", entry.byteLength, path, "ZIP");
    counted.add(entry);
  };
  const { readHead } = archive;
  return {
    label,
    async read(path, signal, draw) {
      if (signal?.aborted) throw new CancelledError();
      const entry = archive.find(path);
      if (!entry) return null;
      checkEntrySizes(entry);
      draw?.(entry.byteLength);
      count(path, entry);
      return archive.read(entry, signal);
    },
    ...(readHead && {
      async readHead(path, byteLength, signal, draw) {
        if (signal?.aborted) throw new CancelledError();
        const entry = archive.find(path);
        if (!entry) return null;
        checkEntrySizes(entry);
        count(path, entry);
        return drawHead({ readHead }, entry, byteLength, signal, draw);
      },
    }),
  };
}
