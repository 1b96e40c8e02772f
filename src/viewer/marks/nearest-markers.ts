/** Finds the signs nearest to a camera within its view. */

import type { MarkerSet } from "../../map/mark-set.ts";
import type { CameraAxes } from "../camera/camera-axes.ts";

const at = new Float64Array(3);

/**
 * Writes rows of markers into `out`, nearest first, and returns their number. Allocates nothing.
 * @param maxDistance inches
 */
export function writeNearest(
  { count, origin }: MarkerSet,
  axes: CameraAxes,
  maxDistance: number,
  out: Int32Array,
  depths: Float64Array,
): number {
  let found = 0;
  for (let row = 0; row < count; row++) {
    if (!axes.project(origin[row * 3], origin[row * 3 + 1], origin[row * 3 + 2], at)) continue;
    const depth = at[2];
    if (depth > maxDistance || Math.abs(at[0]) > 1 || Math.abs(at[1]) > 1) continue;
    if (found === out.length && depth >= depths[found - 1]) continue;
    let place = found === out.length ? found - 1 : found++;
    for (; place > 0 && depths[place - 1] > depth; place--) {
      depths[place] = depths[place - 1];
      out[place] = out[place - 1];
    }
    depths[place] = depth;
    out[place] = row;
  }
  return found;
}
