/** Reads a map again, and opens its content, for queries that need more of it than is drawn. */

import type { ByteSource } from "../../content/bytes/byte-source.ts";
import type { ContentSource } from "../../content/types.ts";
import { openMapContent } from "./open-content.ts";
import { openBsp, parseWorld, readDamagedWorld, readWorldRanges } from "./read-map.ts";
import { readDetailRanges } from "./read-map-details.ts";

/**
 * @param sources content besides the map's own pakfile, in search order
 * @throws FormatError, and rejects as the sources do
 */
export async function openDetailed(
  map: ByteSource,
  sources: readonly ContentSource[],
  signal?: AbortSignal,
) {
  const file = await openBsp(map, "ldr", signal);
  const world = parseWorld(file, await readWorldRanges(file, signal));
  const { bsp, diagnostics } = world ?? (await readDamagedWorld(file, signal));
  const addDetails = await readDetailRanges(file, null, signal);
  const detailed = addDetails(bsp, diagnostics);
  const { access } = await openMapContent(file, sources, diagnostics, signal);
  return { file, bsp: detailed, access };
}
