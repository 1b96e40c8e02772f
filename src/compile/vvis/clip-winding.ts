/** Clips convex polygons in preallocated buffers, for the inner loop of vvis. */

/** Most points of a portal (vvis' MAX_POINTS_ON_WINDING) and of a clipped winding. */
export const MAX_WINDING_POINTS = 64;

/**
 * Distance in inches. A point counts as in front of a plane only beyond it. Windings are not cut
 * closer than this, so that they never become too small.
 */
export const VIS_EPSILON = 1e-4;

/** Convex polygon in a preallocated buffer. */
export interface FixedWinding {
  /** 3 a point, in order around the polygon. */
  points: Float64Array;
  count: number;
}

export function createWinding(): FixedWinding {
  return { points: new Float64Array(MAX_WINDING_POINTS * 3), count: 0 };
}

const distances = new Float64Array(MAX_WINDING_POINTS);

/**
 * Returns the part of a winding with dot(normal, point) > distance: the winding itself if no point
 * is behind the plane, `out` if it was cut, `null` if nothing is left. A winding that would get too
 * many points stays whole.
 */
export function clipWinding(
  winding: FixedWinding,
  nx: number,
  ny: number,
  nz: number,
  distance: number,
  out: FixedWinding,
): FixedWinding | null {
  const { points, count } = winding;
  let front = 0;
  let back = 0;
  for (let i = 0; i < count; i++) {
    const at = i * 3;
    const d = points[at] * nx + points[at + 1] * ny + points[at + 2] * nz - distance;
    distances[i] = d;
    if (d > VIS_EPSILON) front++;
    else if (d < -VIS_EPSILON) back++;
  }
  if (front === 0) return null;
  if (back === 0) return winding;

  const kept = out.points;
  let write = 0;
  for (let i = 0; i < count; i++) {
    const at = i * 3;
    const d = distances[i];
    if (d >= -VIS_EPSILON) {
      kept[write] = points[at];
      kept[write + 1] = points[at + 1];
      kept[write + 2] = points[at + 2];
      write += 3;
    }
    const next = i + 1 === count ? 0 : i + 1;
    const nextD = distances[next];
    const crosses =
      (d > VIS_EPSILON && nextD < -VIS_EPSILON) || (d < -VIS_EPSILON && nextD > VIS_EPSILON);
    if (!crosses) continue;
    const t = d / (d - nextD);
    const to = next * 3;
    kept[write] = points[at] + t * (points[to] - points[at]);
    kept[write + 1] = points[at + 1] + t * (points[to + 1] - points[at + 1]);
    kept[write + 2] = points[at + 2] + t * (points[to + 2] - points[at + 2]);
    write += 3;
  }
  if (write > kept.length) return winding;
  out.count = write / 3;
  return out;
}
