/** Ray tracing through a bounding volume hierarchy. Directions have unit length. */

import { type Bvh, NODE_FLOATS } from "./bvh.ts";

/** Result of the last `findClosest`. */
export const hit = {
  distance: 0,
  /** The caller's number of the triangle; -1 if none. */
  id: -1,
  /** Weights of the triangle's second and third corner. */
  u: 0,
  v: 0,
  /** True if the ray hit the back, from which the corners run clockwise. */
  isBack: false,
};

/** Barycentric tolerance. Rays at an edge shared by two triangles hit at least one of them. */
const EDGE = 1e-5;
/** Margin around boxes against rounding, for flat boxes. */
const SLACK = 1e-3;
/** Distance by which a preferred triangle may lie behind another and still count as in front. */
const PREFER_INCHES = 0.0625;
const NOTHING = Number.POSITIVE_INFINITY;

/**
 * Traversal stack: nodes to visit, and the distance at which the ray enters them. Shared, because
 * traversals are never nested.
 */
const stack = new Int32Array(256);
const entered = new Float64Array(256);

/** Returns the inverse for the slab test. Avoids 0 * infinity by treating 0 as a tiny number. */
function inverse(direction: number): number {
  return 1 / (direction !== 0 ? direction : 1e-30);
}

let meetU = 0;
let meetV = 0;
let meetDeterminant = 0;

/**
 * Returns the distance at which the ray meets the triangle whose floats begin at `t`; Infinity if
 * it does not.
 */
function meet(
  triangles: Float32Array,
  t: number,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
): number {
  const e1x = triangles[t + 3];
  const e1y = triangles[t + 4];
  const e1z = triangles[t + 5];
  const e2x = triangles[t + 6];
  const e2y = triangles[t + 7];
  const e2z = triangles[t + 8];
  // Möller and Trumbore, "Fast, Minimum Storage Ray/Triangle Intersection".
  const px = dy * e2z - dz * e2y;
  const py = dz * e2x - dx * e2z;
  const pz = dx * e2y - dy * e2x;
  const determinant = e1x * px + e1y * py + e1z * pz;
  if (determinant > -1e-12 && determinant < 1e-12) return NOTHING;
  const inv = 1 / determinant;
  const sx = ox - triangles[t];
  const sy = oy - triangles[t + 1];
  const sz = oz - triangles[t + 2];
  const u = (sx * px + sy * py + sz * pz) * inv;
  if (u < -EDGE || u > 1 + EDGE) return NOTHING;
  const qx = sy * e1z - sz * e1y;
  const qy = sz * e1x - sx * e1z;
  const qz = sx * e1y - sy * e1x;
  const v = (dx * qx + dy * qy + dz * qz) * inv;
  if (v < -EDGE || u + v > 1 + EDGE) return NOTHING;
  const distance = (e2x * qx + e2y * qy + e2z * qz) * inv;
  if (distance <= 0) return NOTHING;
  meetU = u;
  meetV = v;
  meetDeterminant = determinant;
  return distance;
}

/**
 * Returns the distance at which the ray enters a box, negative from inside; Infinity if it misses
 * the box.
 */
function enter(
  boxes: Float32Array,
  b: number,
  ox: number,
  oy: number,
  oz: number,
  ix: number,
  iy: number,
  iz: number,
): number {
  const x0 = (boxes[b] - ox) * ix;
  const x1 = (boxes[b + 3] - ox) * ix;
  const y0 = (boxes[b + 1] - oy) * iy;
  const y1 = (boxes[b + 4] - oy) * iy;
  const z0 = (boxes[b + 2] - oz) * iz;
  const z1 = (boxes[b + 5] - oz) * iz;
  const near = Math.max(Math.min(x0, x1), Math.min(y0, y1), Math.min(z0, z1));
  const far = Math.min(Math.max(x0, x1), Math.max(y0, y1), Math.max(z0, z1));
  return far < 0 || near > far + SLACK ? NOTHING : near;
}

/** Row of the triangle that `hitsAny` met last, which probably blocks the next ray as well. */
let lastMet = -1;

/** Whether any triangle is on the ray nearer than `maxDistance`. */
export function hitsAny(
  bvh: Bvh,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  maxDistance: number,
): boolean {
  if (bvh.triangleCount === 0) return false;
  const { nodeBoxes, nodeChildren, triangles } = bvh;
  const ix = inverse(dx);
  const iy = inverse(dy);
  const iz = inverse(dz);
  let depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const node = stack[--depth];
    if (node < 0) {
      const run = -1 - node;
      const end = (run >>> 3) + (run & 7);
      for (let i = run >>> 3; i < end; i++) {
        if (meet(triangles, i * 9, ox, oy, oz, dx, dy, dz) >= maxDistance) continue;
        lastMet = i;
        return true;
      }
      continue;
    }
    const box = node * NODE_FLOATS;
    if (enter(nodeBoxes, box, ox, oy, oz, ix, iy, iz) <= maxDistance) {
      stack[depth++] = nodeChildren[node * 2];
    }
    if (enter(nodeBoxes, box + 6, ox, oy, oz, ix, iy, iz) <= maxDistance) {
      stack[depth++] = nodeChildren[node * 2 + 1];
    }
  }
  return false;
}

/**
 * Same result as `hitsAny`, but first tests a triangle remembered from a similar ray.
 * `memory[slot]` is that triangle's row, or any value, and is updated.
 */
export function hitsAnyAgain(
  bvh: Bvh,
  memory: Int32Array,
  slot: number,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  maxDistance: number,
): boolean {
  const row = memory[slot];
  if (row >= 0 && row < bvh.triangleCount) {
    if (meet(bvh.triangles, row * 9, ox, oy, oz, dx, dy, dz) < maxDistance) return true;
  }
  if (!hitsAny(bvh, ox, oy, oz, dx, dy, dz, maxDistance)) return false;
  memory[slot] = lastMet;
  return true;
}

/**
 * Finds the nearest triangle on the ray and describes it in `hit`. Returns false if none;
 * `hit.distance` is then `maxDistance`.
 * @param preferBelow triangles with lower ids win against others in the same plane
 */
export function findClosest(
  bvh: Bvh,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  maxDistance: number,
  preferBelow = 0,
): boolean {
  hit.id = -1;
  hit.distance = maxDistance;
  if (bvh.triangleCount === 0) return false;
  const { nodeBoxes, nodeChildren, triangles, triangleIds } = bvh;
  const ix = inverse(dx);
  const iy = inverse(dy);
  const iz = inverse(dz);
  let best = maxDistance;
  let depth = 0;
  stack[0] = 0;
  entered[depth++] = 0;
  while (depth > 0) {
    const node = stack[--depth];
    if (entered[depth] > best + PREFER_INCHES) continue;
    if (node < 0) {
      const run = -1 - node;
      const end = (run >>> 3) + (run & 7);
      for (let i = run >>> 3; i < end; i++) {
        let distance = meet(triangles, i * 9, ox, oy, oz, dx, dy, dz);
        const id = triangleIds[i];
        if (id < preferBelow) distance -= PREFER_INCHES;
        if (distance >= best) continue;
        best = distance;
        hit.id = id;
        hit.u = meetU;
        hit.v = meetV;
        hit.isBack = meetDeterminant < 0;
      }
      continue;
    }
    const box = node * NODE_FLOATS;
    const first = enter(nodeBoxes, box, ox, oy, oz, ix, iy, iz);
    const second = enter(nodeBoxes, box + 6, ox, oy, oz, ix, iy, iz);
    // Pushes the nearer child last, so that it is visited first.
    const isFirstNearer = first <= second;
    const far = isFirstNearer ? second : first;
    const near = isFirstNearer ? first : second;
    if (far <= best + PREFER_INCHES) {
      stack[depth] = nodeChildren[node * 2 + (isFirstNearer ? 1 : 0)];
      entered[depth++] = far;
    }
    if (near <= best + PREFER_INCHES) {
      stack[depth] = nodeChildren[node * 2 + (isFirstNearer ? 0 : 1)];
      entered[depth++] = near;
    }
  }
  if (hit.id < 0) return false;
  hit.distance = hit.id < preferBelow ? best + PREFER_INCHES : best;
  return true;
}
