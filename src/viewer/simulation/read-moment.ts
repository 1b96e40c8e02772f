/** Reads the state of the shown map that its simulation gives it. */

import type { MapMoment } from "../../map/motion/brush-models.ts";
import type { Viewer } from "../viewer-types.ts";
import type { MapPlayer } from "./map-player.ts";

/** State of brush models and area portals, copied; `undefined` without a simulation. */
export function readMoment(
  viewer: Viewer,
): Pick<MapMoment, "worldFromModel" | "isHidden" | "openPortals"> | undefined {
  // Every simulation of a viewer is one of these.
  const moment = (viewer.simulation as MapPlayer | null)?.moment;
  return (
    moment && {
      worldFromModel: moment.worldFromModel.slice(),
      isHidden: moment.isHidden.slice(),
      openPortals: moment.openPortals?.slice() ?? null,
    }
  );
}
