/** Finds the content that a map uses: loads it like the page and keeps the files that were read. */

import type { ContentPath, ContentSource } from "../../content/types.ts";
import type { Warning } from "../../core/diagnostics.ts";
import type { Limits } from "../../core/limits.ts";
import type { LoadOptions } from "../../scene/open/events.ts";
import { openMap } from "../../scene/open/map-session.ts";

// Recording of the files read from a source.

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

export interface GatheredContent {
  /** Files from the sources, without the map's own pakfile. */
  readonly files: ReadonlyMap<ContentPath, Uint8Array>;
  /** Warnings about missing or broken content. */
  readonly warnings: readonly Warning[];
}

export interface GatherOptions {
  /** Name of the map, without folder and extension. */
  readonly name: string;
  readonly limits?: Limits;
}

/**
 * Options of the load. The files read do not depend on the device, because all mips are read
 * anyway.
 */
export const GATHER_OPTIONS: Omit<LoadOptions, "name" | "side"> & { readonly side: "hdr" } = {
  side: "hdr",
  textureCompressionBc: true,
  maxTextureDimension: 16384,
};

/**
 * Gathers content, including warnings that depend on texels. `readMapContent` is faster and leaves
 * only those out.
 * @param sources in the page's search order
 * @throws FormatError if the file is not a map that can be drawn
 */
export async function gatherContent(
  map: Uint8Array,
  sources: readonly ContentSource[],
  { name, limits }: GatherOptions,
): Promise<GatheredContent> {
  const files = new Map<ContentPath, Uint8Array>();
  const recording = sources.map((source) => recordReads(source, files));
  const options = { ...GATHER_OPTIONS, name, ...(limits === undefined ? {} : { limits }) };
  const session = openMap(map, recording, options);
  for await (const _event of session.load());
  return { files, warnings: session.diagnostics.warnings };
}
