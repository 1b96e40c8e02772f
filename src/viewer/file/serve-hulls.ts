/** The worker's side of what is solid of a map. */

import { openSource } from "../../content/open-source.ts";
import type { MapHulls } from "../../map/hulls.ts";
import { openHulls } from "../../scene/open/open-hulls.ts";
import { openMapSource } from "../load/map-source.ts";
import type { AskedHulls } from "./file-protocol.ts";

/** Rejects with FormatError, or with one plain sentence where the file can no longer be had. */
export async function serveHulls({ map, content }: AskedHulls): Promise<MapHulls> {
  const { bytes } = await openMapSource(map);
  return openHulls(bytes, content.map(openSource));
}
