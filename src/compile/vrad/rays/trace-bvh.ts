/** Rays through a bounding volume hierarchy. Directions are of unit length. */

import { type Bvh, NODE_FLOATS } from "./bvh.ts";

/** Where the last `findClosest` ended. */
export const hit = {
  distance: 0,
  /** The caller's number of the triangle, -1: none. */
  id: -1,
  /** Weights of the triangle's second and third corner. */
  u: 0,
  v: 0,
  /** It was met from where its corners run clockwise. */
  isBack: false,
};

/** Barycentric slack: rays at an edge shared by two triangles hit at least one of them. */
const EDGE = 1e-5;
/** Air around boxes, for flat ones, against rounding. */
const SLACK = 1e-3;
/** How far a preferred triangle may lie behind another and still count as before it. */
const PREFER_INCHES = 0.0625;
const NOTHING = Number.POSITIVE_INFINITY;

/** Nodes still to visit, and where the ray enters them. Walks never run inside one another. */
const stack = new Int32Array(256);
const entered = new Float64Array(256);

/** Slabs: a direction without an axis' part gets one too small to matter, instead of 0 * infinity. */
function inverse(direction: number): number {
  return 1 / (direction !== 0 ? direction : 1e-30);
}

let meetU = 0;
let meetV = 0;
let meetDeterminant = 0;

/** Distance at which the ray meets the triangle whose floats begin at `t`; Infinity if it does not. */
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
  // After Moeller and Trumbore, "Fast, Minimum Storage Ray/Triangle Intersection".
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

/** Distance at which the ray enters a box, below 0 from inside; Infinity if it misses it. */
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

/** The row of the triangle that `hitsAny` met last: likely to stop the next ray as well. */
let lastMet = -1;

/** Whether anything lies on the ray nearer than `maxDistance`. */
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
 * As `hitsAny`, with a triangle remembered from a ray much like this one tried first.
 * `memory[slot]` is that triangle's row, or anything, and is kept up to date.
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
 * Finds the nearest triangle on the ray and describes it in `hit`; false if there is none, and
 * `hit.distance` is `maxDistance` then.
 * `preferBelow`: triangles with ids below it win against others that lie in one plane with them.
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
    // The nearer child goes on top.
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
