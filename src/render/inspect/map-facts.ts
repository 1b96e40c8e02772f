/** What views know of a map: words, in parts. */

import type { MapDraws } from "../views/map-draws.ts";

export interface MapFacts {
  readonly words: Uint32Array<ArrayBuffer>;
  /** Where parts begin, words. */
  readonly worldVertices: number;
  readonly worldMaterials: number;
  readonly propMaterials: number;
}

export function buildMapFacts(map: MapDraws): MapFacts {
  void map;
  return { words: new Uint32Array(0), worldVertices: 0, worldMaterials: 0, propMaterials: 0 };
}
