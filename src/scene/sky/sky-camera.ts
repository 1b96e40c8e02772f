/** Finds the map's 3D skybox: its camera position and scale. */

import type { BspWorld } from "../../formats/bsp/types.ts";
import type { SkyCamera } from "../../map/types.ts";
import { parseVector } from "../brushes/brush-models.ts";
import { readFog } from "./fog.ts";

/** Scale that the compiler's tools write by default. */
const DEFAULT_SCALE = 16;

/** Reads the first `sky_camera`; `null` if the map has no 3D skybox. */
export function findSkyCamera(bsp: BspWorld): SkyCamera | null {
  for (const entity of bsp.entities) {
    if (entity.get("classname")?.toLowerCase() !== "sky_camera") continue;
    const [x, y, z] = parseVector(entity.get("origin"));
    const stated = Number(entity.get("scale") ?? DEFAULT_SCALE);
    const scale = Number.isFinite(stated) && stated > 0 ? stated : DEFAULT_SCALE;
    return { x, y, z, scale, fog: readFog(entity, scale) };
  }
  return null;
}
