/** Reads a map's hulls in the worker. */

import { openSource } from "../../content/open-source.ts";
import type { MapHulls } from "../../map/hulls.ts";
import { openHulls } from "../../scene/collision/build-hulls.ts";
import { openMapSource } from "../load/map-source.ts";
import type { AskedHulls } from "./file-protocol.ts";

/** Rejects with FormatError, or with one sentence if the file cannot be read any more. */
export async function serveHulls({ map, content }: AskedHulls): Promise<MapHulls> {
  const { bytes } = await openMapSource(map);
  return openHulls(bytes, content.map(openSource));
}
