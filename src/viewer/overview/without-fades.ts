/**
 * Removes distance fades from geometry, for views from far above. The engine does the same for
 * `cl_leveloverview` (`UTIL_ComputeEntityFade` and static props of the SDK).
 */

import { DECAL_VERTEX, type DecalSet } from "../../map/decals.ts";
import type { PropSet } from "../../map/props.ts";
import type { LoadEvent } from "../../scene/open/events.ts";
import type { PostedEvent } from "../load/load-protocol.ts";

/** Two squared distances; 0 never fades. */
const RANGE_FLOATS = 2;

export function withoutFades(event: LoadEvent | PostedEvent): LoadEvent | PostedEvent {
  if (event.type === "props") return { ...event, props: unfadedProps(event.props) };
  if (event.type === "decals") return { ...event, decals: unfadedDecals(event.decals) };
  return event;
}

function unfadedProps({ fadeMetric, ...props }: PropSet): PropSet {
  const never = new Float32Array(props.instanceCount);
  return { ...props, fadeMinDist: never, fadeMaxDist: never };
}

function unfadedDecals(decals: DecalSet): DecalSet {
  const vertices = decals.vertices.slice();
  for (let vertex = 0; vertex < decals.vertexCount; vertex++) {
    const at = vertex * DECAL_VERTEX.strideBytes + DECAL_VERTEX.fadeRange;
    vertices.fill(0, at, at + RANGE_FLOATS * Float32Array.BYTES_PER_ELEMENT);
  }
  return { ...decals, vertices };
}
