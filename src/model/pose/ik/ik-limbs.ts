import type { IkChains, IkLinks } from "../../../formats/studio/rig/rig-types.ts";
import type { IkLimb } from "./solve-ik.ts";

/** Lists the limb of each chain; null for chains without thigh, knee and foot. */
export function listLimbs(
  { count, firstLink, linkCount }: IkChains,
  { bone }: IkLinks,
  kneeDirection: Float32Array,
): (IkLimb | null)[] {
  return Array.from({ length: count }, (_, chain) => {
    if (linkCount[chain] < 3) return null;
    const first = firstLink[chain];
    const knee = kneeDirection.slice(first * 3, first * 3 + 3);
    return {
      thigh: bone[first],
      knee: bone[first + 1],
      foot: bone[first + 2],
      kneeDirection: knee.some((value) => value !== 0) ? knee : null,
    };
  });
}
