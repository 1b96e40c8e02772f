/** Reads a map's props as shapes for rays, in the worker. */

import { openSource } from "../../content/open-source.ts";
import type { PropShapes } from "../../map/solid/prop-shapes.ts";
import { openPropShapes } from "../../scene/collision/prop-shapes.ts";
import { openMapSource } from "../load/map-source.ts";
import type { AskedHulls } from "./file-protocol.ts";

/** Rejects with FormatError, or with one sentence if the file cannot be read any more. */
export async function serveProps({ map, content }: AskedHulls): Promise<PropShapes> {
  const { bytes, content: around } = await openMapSource(map);
  const sources = content.map((spec) => openSource(spec));
  return openPropShapes(bytes, around === null ? sources : [around, ...sources]);
}
