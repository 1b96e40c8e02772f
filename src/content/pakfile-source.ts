import { CancelledError } from "../core/errors.ts";
import type { ZipEntry, ZipListing } from "../formats/zip/types.ts";
import type { ContentSource } from "./types.ts";

/** A zip of which the entries are in memory (`ZipArchive`), or are read when asked for (`ZipReader`). */
interface Zip extends Pick<ZipListing, "find"> {
  read(entry: ZipEntry, signal?: AbortSignal): Uint8Array | Promise<Uint8Array>;
}

/** A map's pakfile. It goes before every other source. Rejects with FormatError (ZIP, LZMA). */
export function pakfileSource(archive: Zip, label = "pakfile"): ContentSource {
  return {
    label,
    async read(path, signal) {
      if (signal?.aborted) throw new CancelledError();
      const entry = archive.find(path);
      return entry ? archive.read(entry, signal) : null;
    },
  };
}
