/**
 * Convex polygons, 3 numbers a point, clockwise seen from the front of their plane, as Source has
 * them. Distances are in inches.
 */

export type Winding = Float64Array;

/** Points closer to a plane than this lie on it. */
const ON_EPSILON = 0.001;
/** For cuts that must not move anything: only rounding is forgiven. */
export const EXACT_EPSILON = 1e-6;
/** Past the corners of the largest map, so that clipping to any box leaves the whole plane in it. */
const HUGE = 65536;
/** Edges shorter than this vanish when vertices are joined. */
const SHORT_EDGE = 0.2;

/** The square of a plane (unit normal) that covers any map. */
export function makeHugeWinding(nx: number, ny: number, nz: number, dist: number): Winding {
  // An axis that the normal is far from, made square to it.
  const useX = Math.abs(nz) >= Math.abs(nx) && Math.abs(nz) >= Math.abs(ny);
  let ux = useX ? 1 : 0;
  let uy = 0;
  let uz = useX ? 0 : 1;
  const along = ux * nx + uy * ny + uz * nz;
  ux -= along * nx;
  uy -= along * ny;
  uz -= along * nz;
  const scale = HUGE / Math.hypot(ux, uy, uz);
  ux *= scale;
  uy *= scale;
  uz *= scale;
  const rx = uy * nz - uz * ny;
  const ry = uz * nx - ux * nz;
  const rz = ux * ny - uy * nx;
  const cx = nx * dist;
  const cy = ny * dist;
  const cz = nz * dist;
  return Float64Array.of(
    ...[cx - rx + ux, cy - ry + uy, cz - rz + uz],
    ...[cx + rx + ux, cy + ry + uy, cz + rz + uz],
    ...[cx + rx - ux, cy + ry - uy, cz + rz - uz],
    ...[cx - rx - ux, cy - ry - uy, cz - rz - uz],
  );
}

export interface SplitWinding {
  /** null: nothing is in front. The winding itself if all of it is. */
  readonly front: Winding | null;
  readonly back: Winding | null;
}

let distances = new Float64Array(64);
let frontPoints = new Float64Array(256);
let backPoints = new Float64Array(256);

/** What of a winding is on which side of a plane. */
const ON_PLANE = 0;
const ALL_IN_FRONT = 1;
const ALL_BEHIND = 2;
const ON_BOTH_SIDES = 3;

/** Numbers in `frontPoints` and `backPoints` after a cut. */
let frontLength = 0;
let backLength = 0;

/** Leaves the parts of one that is `ON_BOTH_SIDES` in `frontPoints` and `backPoints`. */
function cutWinding(
  winding: Winding,
  nx: number,
  ny: number,
  nz: number,
  dist: number,
  epsilon: number,
): number {
  const count = winding.length / 3;
  if (count * 2 > distances.length) {
    distances = new Float64Array(count * 4);
    frontPoints = new Float64Array(count * 12);
    backPoints = new Float64Array(count * 12);
  }
  let inFront = 0;
  let behind = 0;
  for (let i = 0; i < count; i++) {
    const d = winding[i * 3] * nx + winding[i * 3 + 1] * ny + winding[i * 3 + 2] * nz - dist;
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
    const x = winding[i * 3];
    const y = winding[i * 3 + 1];
    const z = winding[i * 3 + 2];
    if (d >= -epsilon) {
      frontPoints[f++] = x;
      frontPoints[f++] = y;
      frontPoints[f++] = z;
    }
    if (d <= epsilon) {
      backPoints[b++] = x;
      backPoints[b++] = y;
      backPoints[b++] = z;
    }
    const j = i + 1 === count ? 0 : i + 1;
    const e = distances[j];
    if (!((d > epsilon && e < -epsilon) || (d < -epsilon && e > epsilon))) continue;
    const t = d / (d - e);
    // On an axial plane the cut has the plane's own coordinate, free of rounding.
    const mx = nx === 1 ? dist : nx === -1 ? -dist : x + t * (winding[j * 3] - x);
    const my = ny === 1 ? dist : ny === -1 ? -dist : y + t * (winding[j * 3 + 1] - y);
    const mz = nz === 1 ? dist : nz === -1 ? -dist : z + t * (winding[j * 3 + 2] - z);
    frontPoints[f++] = mx;
    frontPoints[f++] = my;
    frontPoints[f++] = mz;
    backPoints[b++] = mx;
    backPoints[b++] = my;
    backPoints[b++] = mz;
  }
  frontLength = f;
  backLength = b;
  return ON_BOTH_SIDES;
}

/**
 * Parts of a winding before and behind a plane. One that lies on the plane has neither part, which
 * the caller tells apart by both being null.
 */
export function splitWinding(
  winding: Winding,
  nx: number,
  ny: number,
  nz: number,
  dist: number,
  epsilon = ON_EPSILON,
): SplitWinding {
  const sides = cutWinding(winding, nx, ny, nz, dist, epsilon);
  if (sides === ON_BOTH_SIDES) {
    return { front: frontPoints.slice(0, frontLength), back: backPoints.slice(0, backLength) };
  }
  return {
    front: sides === ALL_IN_FRONT ? winding : null,
    back: sides === ALL_BEHIND ? winding : null,
  };
}

/** The part in front of a plane, or null. A winding on the plane is kept if `keepOn`. */
export function chopWinding(
  winding: Winding,
  nx: number,
  ny: number,
  nz: number,
  dist: number,
  epsilon = ON_EPSILON,
  keepOn = false,
): Winding | null {
  const sides = cutWinding(winding, nx, ny, nz, dist, epsilon);
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

/** True if joining near points would leave fewer than three edges. */
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

/** Square inches. */
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

/** The mean of the points, into `out`. */
export function windingCenter(winding: Winding, out: Float64Array): Float64Array {
  out.fill(0, 0, 3);
  for (let i = 0; i < winding.length; i++) out[i % 3] += winding[i];
  const count = winding.length / 3;
  for (let axis = 0; axis < 3; axis++) out[axis] /= count;
  return out;
}

/** Grows a box, mins then maxs, by the points. */
export function growBox(winding: Winding, mins: Float64Array, maxs: Float64Array): void {
  for (let i = 0; i < winding.length; i++) {
    const axis = i % 3;
    if (winding[i] < mins[axis]) mins[axis] = winding[i];
    if (winding[i] > maxs[axis]) maxs[axis] = winding[i];
  }
}

export const emptyMins = (): Float64Array => new Float64Array(3).fill(Number.POSITIVE_INFINITY);
export const emptyMaxs = (): Float64Array => new Float64Array(3).fill(Number.NEGATIVE_INFINITY);
