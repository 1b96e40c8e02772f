/** Reads what a simulation needs of a map besides its entities. Runs in the load worker. */

import type { SimulatedParts } from "../../scene/open/events.ts";
import { buildModelVolumes } from "../../simulation/touch/model-volumes.ts";
import type { SimulatedLumps } from "../load/load-protocol.ts";

export function readSimulatedMap({ bsp, brushes }: SimulatedParts): SimulatedLumps {
  const { models } = bsp;
  return brushes === null ? { models } : { models, volumes: buildModelVolumes(bsp, brushes) };
}
