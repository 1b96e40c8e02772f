/**
 * Chooses the LOD of a model by the engine's metric: 100 / the width in pixels of a sphere of
 * radius 1.
 */

import { MAX_LODS, type PropSet } from "../map/props.ts";

/** Returns the metric from which an instance is not drawn, at any distance; 0 if there is none. */
export function fadeEndMetric(set: PropSet, instance: number): number {
  return set.fadeMetric === undefined ? 0 : set.fadeMetric[instance * 2 + 1];
}

/**
 * Returns the last LOD of a variant whose switch point the metric has reached. A negative switch
 * point marks a shadow LOD.
 */
export function chooseLod(
  set: Pick<PropSet, "variantLodCount" | "variantSwitchPoint">,
  variant: number,
  metric: number,
): number {
  let lod = 0;
  const count = set.variantLodCount[variant];
  for (let i = 1; i < count; i++) {
    const switchPoint = set.variantSwitchPoint[variant * MAX_LODS + i];
    if (switchPoint < 0 || metric < switchPoint) break;
    lod = i;
  }
  return lod;
}
