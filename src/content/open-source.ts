import { filesSource } from "./files-source.ts";
import type { ContentSource, ContentSpec } from "./types.ts";
import { urlSource } from "./url-source.ts";

/** Makes the source that a spec describes, on whichever thread this is called. */
export function openSource(spec: ContentSpec): ContentSource {
  switch (spec.kind) {
    case "files":
      return filesSource(spec.label, spec.files);
    case "url":
      return urlSource(spec.base);
  }
}
