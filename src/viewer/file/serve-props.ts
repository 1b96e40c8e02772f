/** The worker's side of props that a ray can meet. */

import { openSource } from "../../content/open-source.ts";
import type { PropShapes } from "../../map/solid/prop-shapes.ts";
import { openPropShapes } from "../../scene/open/open-prop-shapes.ts";
import { openMapSource } from "../load/map-source.ts";
import type { AskedHulls } from "./file-protocol.ts";

/** Rejects with FormatError, or with one plain sentence where the file can no longer be had. */
export async function serveProps({ map, content }: AskedHulls): Promise<PropShapes> {
  const { bytes, content: around } = await openMapSource(map);
  const sources = content.map((spec) => openSource(spec));
  return openPropShapes(bytes, around === null ? sources : [around, ...sources]);
}
