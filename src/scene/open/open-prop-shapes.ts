/** Reads a map again for its props as shapes that rays can hit. */

import type { ByteSource } from "../../content/bytes/byte-source.ts";
import type { ContentSource } from "../../content/types.ts";
import type { PropShapes } from "../../map/solid/prop-shapes.ts";
import { buildPropShapes } from "../props/shapes/build-prop-shapes.ts";
import { openDetailed } from "./open-detailed.ts";

/**
 * @param sources where models are looked for besides the map's own pakfile, in search order
 * @throws FormatError, and rejects as the sources do
 */
export async function openPropShapes(
  map: ByteSource,
  sources: readonly ContentSource[],
  signal?: AbortSignal,
): Promise<PropShapes> {
  const { bsp, access } = await openDetailed(map, sources, signal);
  return buildPropShapes(bsp, access);
}
