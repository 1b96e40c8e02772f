/** A map's parts with all that a load fetches for them by itself. */

import { writeDirectedBlocks } from "../../src/scene/lightmaps/directed-blocks.ts";
import { buildSceneParts, type SceneParts } from "../../src/scene/world/map-scene.ts";

/** Builds a map's parts, of maps with bumped faces too. */
export function makeMapParts(...args: Parameters<typeof buildSceneParts>): SceneParts {
  return { ...buildSceneParts(...args), writeDirected: writeDirectedBlocks };
}
