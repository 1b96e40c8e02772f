/**
 * Reads a map again for its hulls: the solids that a moving box can hit. Only solid parts of its
 * files are read.
 */

import type { ByteSource } from "../../content/bytes/byte-source.ts";
import type { ContentSource } from "../../content/types.ts";
import type { MapHulls } from "../../map/hulls.ts";
import { buildHulls } from "../collision/hulls/build-hulls.ts";
import { openDetailed } from "./open-detailed.ts";
import { readBrushRanges } from "./read-map-details.ts";

/**
 * @param sources where models are looked for besides the map's own pakfile, in search order
 * @throws FormatError, and rejects as the sources do
 */
export async function openHulls(
  map: ByteSource,
  sources: readonly ContentSource[],
  signal?: AbortSignal,
): Promise<MapHulls> {
  const { file, bsp, access } = await openDetailed(map, sources, signal);
  const parseBrushes = await readBrushRanges(file, signal);
  return buildHulls(bsp, parseBrushes(bsp, access.diagnostics), access);
}
