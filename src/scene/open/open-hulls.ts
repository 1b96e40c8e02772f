/** Reads a map again for what a box that moves can meet of it: of its files only what is solid. */

import type { ByteSource } from "../../content/bytes/byte-source.ts";
import type { ContentSource } from "../../content/types.ts";
import type { MapHulls } from "../../map/hulls.ts";
import { buildHulls } from "../collision/hulls/build-hulls.ts";
import { openDetailed } from "./open-detailed.ts";
import { readBrushLumps } from "./read-map-details.ts";

/**
 * @param sources where to look for models besides the map's own pakfile, in order
 * @throws FormatError, and rejects as the sources do
 */
export async function openHulls(
  map: ByteSource,
  sources: readonly ContentSource[],
  signal?: AbortSignal,
): Promise<MapHulls> {
  const { file, bsp, access } = await openDetailed(map, sources, signal);
  const parseBrushes = await readBrushLumps(file, signal);
  return buildHulls(bsp, parseBrushes(bsp, access.diagnostics), access);
}
