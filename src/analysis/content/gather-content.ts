/** What a map uses: it is loaded as the page does, and what the loader was given is kept. */

import type { ContentPath, ContentSource } from "../../content/types.ts";
import type { Warning } from "../../core/diagnostics.ts";
import type { Limits } from "../../core/limits.ts";
import type { LoadOptions } from "../../scene/open/events.ts";
import { openMap } from "../../scene/open/map-session.ts";

// Keeps what a source was asked for and had.

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
  /** Of the sources, not of the map's own pakfile. */
  readonly files: ReadonlyMap<ContentPath, Uint8Array>;
  /** What loading the map says is missing or broken. */
  readonly warnings: readonly Warning[];
}

export interface GatherOptions {
  /** The map's, without folder and extension. */
  readonly name: string;
  readonly limits?: Limits;
}

/** What is read of a map's content does not hang on the device; all mips come along anyway. */
export const GATHER_OPTIONS: Omit<LoadOptions, "name" | "side"> & { readonly side: "hdr" } = {
  side: "hdr",
  textureCompressionBc: true,
  maxTextureDimension: 16384,
};

/**
 * Also what only the texels of textures tell. `readMapContent` is quicker, and tells all but that.
 * @param sources in the order in which the page asks them
 * @throws FormatError if it is no map that can be drawn
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
