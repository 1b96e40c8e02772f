/** Keeps what a source was asked for and had. */

import type { ContentPath, ContentSource } from "../../content/types.ts";

export function recordReads(
  source: ContentSource,
  files: Map<ContentPath, Uint8Array>,
): ContentSource {
  return {
    label: source.label,
    host: source.host,
    async read(path, signal, draw) {
      const bytes = await source.read(path, signal, draw);
      if (bytes !== null) files.set(path, bytes);
      return bytes;
    },
  };
}
