/** Which LOD of a model is drawn, by the engine's metric: 100 / the pixels that a sphere of radius 1 is wide. */

import { MAX_LODS, type PropSet } from "../map/props.ts";

/** The metric from which on nothing of an instance is drawn, whatever its distance; 0: none. */
export function fadeEndMetric(set: PropSet, instance: number): number {
  return set.fadeMetric === undefined ? 0 : set.fadeMetric[instance * 2 + 1];
}

/** The last LOD of a variant whose switch point the metric has reached. A negative switch point is a shadow's LOD. */
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
