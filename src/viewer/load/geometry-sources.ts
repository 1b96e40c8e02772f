/**
 * Creates the draw sources and area walks of a load. Fetched with the first event that needs it.
 */

import type { MakeSource } from "../../render/draws/draw-set.ts";
import { propSource } from "../../render/props/prop-source.ts";
import { beamSource } from "../../render/sources/beam-source.ts";
import { decalSource } from "../../render/sources/decal-source.ts";
import { detailSource } from "../../render/sources/detail-source.ts";
import { ropeSource } from "../../render/sources/rope-source.ts";
import { spriteSource } from "../../render/sources/sprite-source.ts";
import type { GeometryEvent } from "../../scene/open/events.ts";

/** Code that few maps need is fetched with their event. */
export async function geometrySource(event: GeometryEvent): Promise<MakeSource> {
  switch (event.type) {
    case "props":
      return propSource(event.props);
    case "detailprops":
      return detailSource(event.details);
    case "ropes":
      return ropeSource(event.ropes);
    case "sprites":
      return spriteSource(event.sprites);
    case "beams":
      return beamSource(event.beams);
    case "particles": {
      const { particleSource } = await import("../../render/sources/particle-source.ts");
      const { showSystems } = await import("../../particles/systems/write-systems.ts");
      const { write, isMoving, follow } = showSystems(event.placed);
      return particleSource(event.particles, write, isMoving, follow);
    }
    case "emitters": {
      const { emitterSource } = await import("../../render/sources/emitter-source.ts");
      return emitterSource(event.emitters);
    }
    case "decals":
      return decalSource(event.decals, "decals");
    case "shadows":
      return decalSource(event.shadows, "shadows");
  }
}

export { createAreaWalk } from "../../visibility/areas.ts";
