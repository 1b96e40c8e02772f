/** Parses and builds the corpus maps for tests over all of them. */

import { Diagnostics } from "../../src/core/diagnostics.ts";
import { FormatError } from "../../src/core/errors.ts";
import { parseBsp } from "../../src/formats/bsp/parse-bsp.ts";
import type { SceneParts } from "../../src/scene/world/map-scene.ts";
import { listCorpusMaps, readCorpus } from "./corpus.ts";
import { makeMapParts } from "./make-map-parts.ts";

/** Returns all maps that open, with the parts that do not depend on their light. */
export function openCorpusMaps(): SceneParts[] {
  const maps: SceneParts[] = [];
  for (const path of listCorpusMaps()) {
    const diagnostics = new Diagnostics();
    try {
      const bsp = parseBsp(readCorpus(path), diagnostics);
      maps.push(makeMapParts(path, bsp, diagnostics));
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
  }
  return maps;
}
