/**
 * Convex polygons, 3 numbers a point, clockwise seen from the front of their plane, as in Source.
 * Distances are in inches.
 * Points are rounded to single precision after every step, like vbsp. Its rounding decides which
 * bevels a brush gets and where planes coincide, so the same rounding gives the same trees and
 * portals.
 */

export type Winding = Float64Array;

/** Distance from a plane below which points lie on it. */
const ON_EPSILON = 0.001;
/** Distance for cuts of brushes, whose points are first moved near the origin. */
export const EXACT_EPSILON = 0;
/**
 * Half edge of a huge winding, beyond the corners of the largest map, so that clipping it to any
 * box covers the plane.
 */
const HUGE = 65536;
/** `FLT_EPSILON` of C. */
const FLT_EPSILON = 2 ** -23;
/** Edges shorter than this disappear when vertices are joined. */
const SHORT_EDGE = 0.2;

const round = Math.fround;

/** Returns the dot product in single precision. */
export function dot3(
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
): number {
  return round(round(round(ax * bx) + round(ay * by)) + round(az * bz));
}

/** Returns the unit vector in single precision, and the original length. */
export function normalize3(
  x: number,
  y: number,
  z: number,
): [x: number, y: number, z: number, length: number] {
  const length = round(Math.sqrt(dot3(x, y, z, x, y, z)));
  const inverse = round(1 / round(length + FLT_EPSILON));
  return [round(x * inverse), round(y * inverse), round(z * inverse), length];
}

/** Returns the cross product in single precision. */
export function cross3(
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
): [x: number, y: number, z: number] {
  return [
    round(round(ay * bz) - round(az * by)),
    round(round(az * bx) - round(ax * bz)),
    round(round(ax * by) - round(ay * bx)),
  ];
}

/** Returns the square of a plane (unit normal) that covers any map. */
export function makeHugeWinding(nx: number, ny: number, nz: number, dist: number): Winding {
  // Axis most different from the normal, projected into the plane.
  const useX = Math.abs(nz) > Math.abs(nx) && Math.abs(nz) > Math.abs(ny);
  const along = useX ? nx : nz;
  const [vx, vy, vz] = normalize3(
    round((useX ? 1 : 0) + round(-along * nx)),
    round(-along * ny),
    round((useX ? 0 : 1) + round(-along * nz)),
  );
  const [wx, wy, wz] = cross3(vx, vy, vz, nx, ny, nz);
  const up = [round(vx * HUGE), round(vy * HUGE), round(vz * HUGE)];
  const right = [round(wx * HUGE), round(wy * HUGE), round(wz * HUGE)];
  const middle = [round(nx * dist), round(ny * dist), round(nz * dist)];
  return Float64Array.from(
    [
      [-1, 1],
      [1, 1],
      [1, -1],
      [-1, -1],
    ].flatMap(([x, y]) => [0, 1, 2].map((a) => round(round(middle[a] + right[a] * x) + up[a] * y))),
  );
}

export interface SplitWinding {
  /** `null` if nothing is in front; the winding itself if all of it is. */
  readonly front: Winding | null;
  readonly back: Winding | null;
}

let distances = new Float64Array(64);
let frontPoints = new Float64Array(256);
let backPoints = new Float64Array(256);

/** Position of a winding relative to a plane. */
const ON_PLANE = 0;
const ALL_IN_FRONT = 1;
const ALL_BEHIND = 2;
const ON_BOTH_SIDES = 3;

/** Numbers in `frontPoints` and `backPoints` after a cut. */
let frontLength = 0;
let backLength = 0;

/**
 * Offset added to points before a cut and subtracted after it, because rounding is finer near the
 * origin.
 */
const NO_OFFSET = [0, 0, 0] as const;

/** Cuts a winding. If it is `ON_BOTH_SIDES`, its parts are in `frontPoints` and `backPoints`. */
function cutWinding(
  winding: Winding,
  nx: number,
  ny: number,
  nz: number,
  planeDist: number,
  epsilon: number,
  [ox, oy, oz]: readonly number[],
): number {
  const count = winding.length / 3;
  if (count * 2 > distances.length) {
    distances = new Float64Array(count * 4);
    frontPoints = new Float64Array(count * 12);
    backPoints = new Float64Array(count * 12);
  }
  const dist = round(planeDist + dot3(ox, oy, oz, nx, ny, nz));
  let inFront = 0;
  let behind = 0;
  for (let i = 0; i < count; i++) {
    const x = round(winding[i * 3] + ox);
    const y = round(winding[i * 3 + 1] + oy);
    const z = round(winding[i * 3 + 2] + oz);
    const d = round(dot3(x, y, z, nx, ny, nz) - dist);
    distances[i] = d;
    if (d > epsilon) inFront++;
    else if (d < -epsilon) behind++;
  }
  if (behind === 0) return inFront > 0 ? ALL_IN_FRONT : ON_PLANE;
  if (inFront === 0) return ALL_BEHIND;

  let f = 0;
  let b = 0;
  for (let i = 0; i < count; i++) {
    const d = distances[i];
    if (d >= -epsilon) {
      frontPoints[f++] = winding[i * 3];
      frontPoints[f++] = winding[i * 3 + 1];
      frontPoints[f++] = winding[i * 3 + 2];
    }
    if (d <= epsilon) {
      backPoints[b++] = winding[i * 3];
      backPoints[b++] = winding[i * 3 + 1];
      backPoints[b++] = winding[i * 3 + 2];
    }
    const j = i + 1 === count ? 0 : i + 1;
    const e = distances[j];
    if (!((d > epsilon && e < -epsilon) || (d < -epsilon && e > epsilon))) continue;
    const t = round(d / round(d - e));
    const x = cutAlong(winding[i * 3], winding[j * 3], t, nx, dist, ox);
    const y = cutAlong(winding[i * 3 + 1], winding[j * 3 + 1], t, ny, dist, oy);
    const z = cutAlong(winding[i * 3 + 2], winding[j * 3 + 2], t, nz, dist, oz);
    frontPoints[f++] = x;
    frontPoints[f++] = y;
    frontPoints[f++] = z;
    backPoints[b++] = x;
    backPoints[b++] = y;
    backPoints[b++] = z;
  }
  frontLength = f;
  backLength = b;
  return ON_BOTH_SIDES;
}

/**
 * Returns the coordinate of a cut at fraction `t` of an edge. On an axial plane it is the plane's
 * distance, without rounding.
 */
function cutAlong(
  from: number,
  to: number,
  t: number,
  normal: number,
  dist: number,
  offset: number,
): number {
  if (normal === 1) return round(dist - offset);
  if (normal === -1) return round(-dist - offset);
  const start = round(from + offset);
  const way = round(round(to + offset) - start);
  return round(round(start + round(t * way)) - offset);
}

/**
 * Returns the parts of a winding in front of and behind a plane. Both are `null` for a winding on
 * the plane.
 */
export function splitWinding(
  winding: Winding,
  nx: number,
  ny: number,
  nz: number,
  dist: number,
  epsilon = ON_EPSILON,
  offset: readonly number[] = NO_OFFSET,
): SplitWinding {
  const sides = cutWinding(winding, nx, ny, nz, dist, epsilon, offset);
  if (sides === ON_BOTH_SIDES) {
    return { front: frontPoints.slice(0, frontLength), back: backPoints.slice(0, backLength) };
  }
  return {
    front: sides === ALL_IN_FRONT ? winding : null,
    back: sides === ALL_BEHIND ? winding : null,
  };
}

/** Returns the part in front of a plane, or `null`. A winding on the plane is kept if `keepOn`. */
export function chopWinding(
  winding: Winding,
  nx: number,
  ny: number,
  nz: number,
  dist: number,
  epsilon = ON_EPSILON,
  keepOn = false,
): Winding | null {
  const sides = cutWinding(winding, nx, ny, nz, dist, epsilon, NO_OFFSET);
  if (sides === ON_BOTH_SIDES) return frontPoints.slice(0, frontLength);
  return sides === ALL_IN_FRONT || (sides === ON_PLANE && keepOn) ? winding : null;
}

export function reverseWinding(winding: Winding): Winding {
  const reversed = new Float64Array(winding.length);
  for (let i = 0, j = winding.length - 3; j >= 0; i += 3, j -= 3) {
    reversed[i] = winding[j];
    reversed[i + 1] = winding[j + 1];
    reversed[i + 2] = winding[j + 2];
  }
  return reversed;
}

/** True if fewer than three edges would remain after joining close points. */
export function isTinyWinding(winding: Winding): boolean {
  const count = winding.length / 3;
  let edges = 0;
  for (let i = 0; i < count; i++) {
    const a = i * 3;
    const b = i + 1 === count ? 0 : a + 3;
    const dx = winding[b] - winding[a];
    const dy = winding[b + 1] - winding[a + 1];
    const dz = winding[b + 2] - winding[a + 2];
    if (dx * dx + dy * dy + dz * dz > SHORT_EDGE * SHORT_EDGE && ++edges === 3) return false;
  }
  return true;
}

/** Returns the area in square inches. */
export function windingArea(winding: Winding): number {
  let area = 0;
  for (let i = 3; i + 5 < winding.length; i += 3) {
    const ax = winding[i] - winding[0];
    const ay = winding[i + 1] - winding[1];
    const az = winding[i + 2] - winding[2];
    const bx = winding[i + 3] - winding[0];
    const by = winding[i + 4] - winding[1];
    const bz = winding[i + 5] - winding[2];
    area += Math.hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx);
  }
  return area / 2;
}

/** Writes the mean of the points into `out`. */
export function windingCenter(winding: Winding, out: Float64Array): Float64Array {
  out.fill(0, 0, 3);
  for (let i = 0; i < winding.length; i++) out[i % 3] += winding[i];
  const count = winding.length / 3;
  for (let axis = 0; axis < 3; axis++) out[axis] /= count;
  return out;
}

/** Extends a box, mins and maxs, by the points. */
export function growBox(winding: Winding, mins: Float64Array, maxs: Float64Array): void {
  for (let i = 0; i < winding.length; i++) {
    const axis = i % 3;
    if (winding[i] < mins[axis]) mins[axis] = winding[i];
    if (winding[i] > maxs[axis]) maxs[axis] = winding[i];
  }
}

export const emptyMins = (): Float64Array => new Float64Array(3).fill(Number.POSITIVE_INFINITY);
export const emptyMaxs = (): Float64Array => new Float64Array(3).fill(Number.NEGATIVE_INFINITY);
