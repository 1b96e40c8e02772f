/** A box swept against one triangle of a displacement. */

import type { SweepHit } from "./sweep-hit.ts";

/** What a box stops short of a triangle, inches: the engine's DISPCOLL_DIST_EPSILON. */
const GAP = 1 / 32;

/** Axes shorter than this are none: an edge that runs along one of the box's. */
const LEAST_AXIS = 1e-6;

interface Sweep {
  readonly half: Float64Array;
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly hit: SweepHit;
}

/**
 * Gives what sweeps the box by one triangle, whose row it takes, and notes it in `hit` where it is met before all else.
 * A box that comes from behind is let through, as the engine does; one that stands still meets both sides.
 */
export function createTriangleSweep(
  corners: Float32Array,
  { half, start, end, hit }: Sweep,
): (triangle: number) => void {
  const edges = new Float64Array(9);
  let enter = 0;
  let leave = 0;
  let normalX = 0;
  let normalY = 0;
  let normalZ = 0;

  /** Clips the way by the two planes at which box and triangle part along an axis; false: they never meet. */
  function clipAxis(t: number, x: number, y: number, z: number): boolean {
    const length = Math.hypot(x, y, z);
    if (length < LEAST_AXIS) return true;
    const nx = x / length;
    const ny = y / length;
    const nz = z / length;
    const a = nx * corners[t] + ny * corners[t + 1] + nz * corners[t + 2];
    const b = nx * corners[t + 3] + ny * corners[t + 4] + nz * corners[t + 5];
    const c = nx * corners[t + 6] + ny * corners[t + 7] + nz * corners[t + 8];
    const reach = Math.abs(nx) * half[0] + Math.abs(ny) * half[1] + Math.abs(nz) * half[2];
    const from = nx * start[0] + ny * start[1] + nz * start[2];
    const to = nx * end[0] + ny * end[1] + nz * end[2];
    const high = Math.max(a, b, c) + reach;
    const low = Math.min(a, b, c) - reach;
    return (
      clipPlane(from - high, to - high, nx, ny, nz) &&
      clipPlane(low - from, low - to, -nx, -ny, -nz)
    );
  }

  /** `from` and `to`: how far the box is out of the plane at both ends of its way. */
  function clipPlane(from: number, to: number, nx: number, ny: number, nz: number): boolean {
    if (from > 0 && to > 0) return false;
    if (from < 0 && to < 0) return true;
    if (from >= 0 && to <= 0) {
      const at = from === to ? 0 : (from - GAP) / (from - to);
      if (at > enter) {
        enter = at;
        normalX = nx;
        normalY = ny;
        normalZ = nz;
      }
    } else {
      leave = Math.min(leave, (from + GAP) / (from - to));
    }
    return true;
  }

  return (triangle) => {
    const t = triangle * 9;
    for (let i = 0; i < 9; i++) edges[i] = corners[t + ((i + 3) % 9)] - corners[t + i];
    const fx = edges[1] * edges[5] - edges[2] * edges[4];
    const fy = edges[2] * edges[3] - edges[0] * edges[5];
    const fz = edges[0] * edges[4] - edges[1] * edges[3];
    const area = Math.hypot(fx, fy, fz);
    if (area < LEAST_AXIS) return;
    const dx = end[0] - start[0];
    const dy = end[1] - start[1];
    const dz = end[2] - start[2];
    const isStill = dx === 0 && dy === 0 && dz === 0;
    if (!isStill && fx * dx + fy * dy + fz * dz > GAP * area) return;
    enter = -1000;
    leave = 1;
    if (!clipAxis(t, 1, 0, 0) || !clipAxis(t, 0, 1, 0) || !clipAxis(t, 0, 0, 1)) return;
    for (let e = 0; e < 9; e += 3) {
      const x = edges[e];
      const y = edges[e + 1];
      const z = edges[e + 2];
      if (!clipAxis(t, 0, -z, y) || !clipAxis(t, z, 0, -x) || !clipAxis(t, -y, x, 0)) return;
    }
    if (!clipAxis(t, fx, fy, fz)) return;
    if (isStill) {
      hit.startsSolid = hit.isAllSolid = true;
      hit.fraction = 0;
      hit.contents |= 1;
      return;
    }
    if (enter === -1000 || enter - leave > 0.001 || enter >= hit.fraction) return;
    hit.fraction = Math.max(0, enter);
    hit.normalX = normalX;
    hit.normalY = normalY;
    hit.normalZ = normalZ;
    hit.contents = 1;
  };
}
