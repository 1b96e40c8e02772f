import { CancelledError } from "../core/errors.ts";
import type { ZipArchive } from "../formats/zip/types.ts";
import type { ContentSource } from "./types.ts";

/** A map's pakfile. It goes before every other source. Rejects with FormatError (ZIP, LZMA). */
export function pakfileSource(archive: ZipArchive, label = "pakfile"): ContentSource {
  return {
    label,
    async read(path, signal) {
      if (signal?.aborted) throw new CancelledError();
      const entry = archive.find(path);
      return entry ? archive.read(entry) : null;
    },
  };
}
