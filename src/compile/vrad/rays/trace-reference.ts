/**
 * Ray tracing in TypeScript, for platforms without WebAssembly. The same steps and the same
 * roundings as `trace.wat`, so that both give the same results: boxes in 32 bits, and triangles in
 * 64 bits.
 */

import { BOX_FLOATS, type Bvh, GROUP_FLOATS, WIDTH } from "./bvh.ts";

/** Barycentric tolerance. Rays at an edge shared by two triangles hit at least one of them. */
const EDGE = 1e-5;
/** Distance by which a preferred triangle may lie behind another and still count as in front. */
export const PREFER_INCHES = 0.0625;
const NOTHING = Number.POSITIVE_INFINITY;

/** Result of the last `traceReference` that met a triangle. */
export const met = {
  distance: 0,
  /** Weights of the triangle's second and third corner. */
  u: 0,
  v: 0,
  /** Negative if the ray met the back, from which the corners run clockwise. */
  determinant: 0,
};

let meetU = 0;
let meetV = 0;
let meetDeterminant = 0;

/** Returns the distance at which the ray meets the triangle of a row; Infinity if it does not. */
export function meet(
  triangles: Float32Array,
  row: number,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
): number {
  const t = (row >> 2) * GROUP_FLOATS + (row & 3);
  const e1x = triangles[t + 12];
  const e1y = triangles[t + 16];
  const e1z = triangles[t + 20];
  const e2x = triangles[t + 24];
  const e2y = triangles[t + 28];
  const e2z = triangles[t + 32];
  // Möller and Trumbore, "Fast, Minimum Storage Ray/Triangle Intersection".
  const px = dy * e2z - dz * e2y;
  const py = dz * e2x - dx * e2z;
  const pz = dx * e2y - dy * e2x;
  const determinant = e1x * px + e1y * py + e1z * pz;
  if (determinant > -1e-12 && determinant < 1e-12) return NOTHING;
  const inv = 1 / determinant;
  const sx = ox - triangles[t];
  const sy = oy - triangles[t + 4];
  const sz = oz - triangles[t + 8];
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

/** Returns the inverse of a direction. Nearly 0 counts as a tiny positive number. */
function inverse(direction: number): number {
  return Math.fround(Math.abs(direction) < 1e-30 ? 1e30 : 1 / direction);
}

/** Returns the distance up to which boxes are entered, more than triangles can lose in 32 bits. */
function limitOf(best: number): number {
  return Math.fround((best + PREFER_INCHES) * 1.000001 + 0.01);
}

/**
 * Traversal stack: nodes to visit, and the distance at which the ray enters them. Shared, because
 * traversals are never nested.
 */
let stack = new Int32Array(256);
let entered = new Float32Array(256);

/**
 * Returns the row of the nearest triangle on the ray, described in `met`; -1 if none is nearer than
 * `best`.
 * @param any true to return the first triangle that is found
 * @param preferBelow triangles with lower ids win against others in the same plane
 */
export function traceReference(
  bvh: Bvh,
  any: boolean,
  preferBelow: number,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  maxDistance: number,
): number {
  const { nodeBoxes, nodeChildren, triangles, triangleIds } = bvh;
  if (bvh.stackSize > stack.length) {
    stack = new Int32Array(bvh.stackSize);
    entered = new Float32Array(bvh.stackSize);
  }
  const fox = Math.fround(ox);
  const foy = Math.fround(oy);
  const foz = Math.fround(oz);
  const ix = inverse(dx);
  const iy = inverse(dy);
  const iz = inverse(dz);
  // Rows of box sides that the ray meets first.
  const nearX = ix < 0 ? 12 : 0;
  const nearY = iy < 0 ? 16 : 4;
  const nearZ = iz < 0 ? 20 : 8;
  const farX = 12 - nearX;
  const farY = 20 - nearY;
  const farZ = 28 - nearZ;
  let best = maxDistance;
  let limit = limitOf(best);
  let row = -1;
  let depth = 1;
  stack[0] = 0;
  entered[0] = 0;
  while (depth > 0) {
    const node = stack[--depth];
    if (entered[depth] > limit) continue;
    if (node < 0) {
      const run = -1 - node;
      const first = run & -WIDTH;
      for (let i = first; i <= run; i++) {
        let distance = meet(triangles, i, ox, oy, oz, dx, dy, dz);
        if (triangleIds[i] < preferBelow) distance -= PREFER_INCHES;
        if (distance >= best) continue;
        best = distance;
        row = i;
        met.distance = distance;
        met.u = meetU;
        met.v = meetV;
        met.determinant = meetDeterminant;
        if (any) return row;
      }
      limit = limitOf(best);
      continue;
    }
    const base = depth;
    for (let lane = 0; lane < WIDTH; lane++) {
      const box = node * BOX_FLOATS + lane;
      const x0 = Math.fround(Math.fround(nodeBoxes[box + nearX] - fox) * ix);
      const y0 = Math.fround(Math.fround(nodeBoxes[box + nearY] - foy) * iy);
      const z0 = Math.fround(Math.fround(nodeBoxes[box + nearZ] - foz) * iz);
      const x1 = Math.fround(Math.fround(nodeBoxes[box + farX] - fox) * ix);
      const y1 = Math.fround(Math.fround(nodeBoxes[box + farY] - foy) * iy);
      const z1 = Math.fround(Math.fround(nodeBoxes[box + farZ] - foz) * iz);
      // Comparisons instead of Math.max, which differs for NaN.
      let near = x0;
      if (near < y0) near = y0;
      if (near < z0) near = z0;
      let far = x1;
      if (y1 < far) far = y1;
      if (z1 < far) far = z1;
      if (!(near <= far && far >= 0 && near <= limit)) continue;
      // Inserts the child so that the nearest is visited first.
      let at = depth++;
      while (at > base && entered[at - 1] < near) {
        entered[at] = entered[at - 1];
        stack[at] = stack[at - 1];
        at--;
      }
      entered[at] = near;
      stack[at] = nodeChildren[node * WIDTH + lane];
    }
  }
  return row;
}
