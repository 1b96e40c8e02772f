import { directoryHandleSource } from "./folders/directory-handle-source.ts";
import { filesSource, folderSource } from "./folders/files-source.ts";
import { urlSource } from "./http/url-source.ts";
import type { ContentSource, ContentSpec } from "./types.ts";

/** Opens the source that a spec describes. Rejects where it is an archive that cannot be read. */
export async function openSpec(spec: ContentSpec, signal?: AbortSignal): Promise<ContentSource> {
  switch (spec.kind) {
    case "files":
      return filesSource(spec.label, spec.files);
    case "folder":
      return folderSource(spec.label, spec.files);
    case "directory":
      return directoryHandleSource(spec.label, spec.handle);
    case "archive": {
      // Fetched by who opens one.
      const { openArchive } = await import("./archives/open-archive.ts");
      return openArchive(spec.file, spec.parts, signal);
    }
    case "url":
      return urlSource(spec.base, spec.limits);
  }
}
