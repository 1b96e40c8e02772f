/** Builds a map's parts with everything that a load imports on demand. */

import { writeDirectedBlocks } from "../../src/scene/lightmaps/directed-blocks.ts";
import { buildSceneParts, type SceneParts } from "../../src/scene/world/map-scene.ts";

/** Builds a map's parts, including bumped faces. */
export function makeMapParts(...args: Parameters<typeof buildSceneParts>): SceneParts {
  return { ...buildSceneParts(...args), writeDirected: writeDirectedBlocks };
}
