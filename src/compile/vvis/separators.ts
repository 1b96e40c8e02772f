/** Planes between two windings that bound what can be seen through both: the anti-penumbra. */

import { VIS_EPSILON, type Winding } from "./winding.ts";

/** More planes than these bound hardly anything; leaving some out only shows more. */
const MAX_SEPARATORS = 64;

/**
 * Inches. How far a point may be on the wrong side of a separating plane. Much less than
 * VIS_EPSILON, because behind two windings that are close together a tilt grows with the distance.
 */
const SIDE_EPSILON = 1e-6;

/** Planes are one plane if normals and distances differ by no more than this. */
const SAME_PLANE = 1e-9;

export interface Separators {
  /** 4 a plane: normal and distance. In front of it is `pass`, behind it `source`. */
  planes: Float64Array;
  count: number;
}

export function createSeparators(): Separators {
  return { planes: new Float64Array(MAX_SEPARATORS * 4), count: 0 };
}

/**
 * Finds the planes through an edge of one winding and a point of the other that have all of
 * `source` behind and all of `pass` in front. Whatever is seen from `source` through `pass` is in
 * front of all of them, once past `pass`.
 */
export function findSeparators(source: Winding, pass: Winding, out: Separators): void {
  out.count = 0;
  addSeparators(source, pass, true, out);
  addSeparators(pass, source, false, out);
}

function addSeparators(
  edges: Winding,
  vertices: Winding,
  vertexIsPass: boolean,
  out: Separators,
): void {
  const a = edges.points;
  const b = vertices.points;
  for (let i = 0; i < edges.count; i++) {
    const at = i * 3;
    const to = i + 1 === edges.count ? 0 : at + 3;
    const ex = a[to] - a[at];
    const ey = a[to + 1] - a[at + 1];
    const ez = a[to + 2] - a[at + 2];
    const edgeLength = Math.sqrt(ex * ex + ey * ey + ez * ez);
    for (let j = 0; j < vertices.count; j++) {
      const vx = b[j * 3] - a[at];
      const vy = b[j * 3 + 1] - a[at + 1];
      const vz = b[j * 3 + 2] - a[at + 2];
      let nx = ey * vz - ez * vy;
      let ny = ez * vx - ex * vz;
      let nz = ex * vy - ey * vx;
      const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
      // A point on the edge's own line makes no plane.
      if (length <= VIS_EPSILON * edgeLength) continue;
      nx /= length;
      ny /= length;
      nz /= length;
      let distance = a[at] * nx + a[at + 1] * ny + a[at + 2] * nz;
      // Most planes fail at a point of the winding whose edge they do not hold.
      const side = sideOf(vertices, nx, ny, nz, distance);
      if (side === 0 || sideOf(edges, nx, ny, nz, distance) !== -side) continue;
      if (side < 0 === vertexIsPass) {
        nx = -nx;
        ny = -ny;
        nz = -nz;
        distance = -distance;
      }
      if (!addPlane(out, nx, ny, nz, distance)) return;
    }
  }
}

/** 1 or -1 for the side of a plane that a winding is on; 0 if it is on both, or in the plane. */
function sideOf(winding: Winding, nx: number, ny: number, nz: number, distance: number): number {
  const { points, count } = winding;
  let front = false;
  let back = false;
  for (let i = 0; i < count; i++) {
    const at = i * 3;
    const d = points[at] * nx + points[at + 1] * ny + points[at + 2] * nz - distance;
    if (d > SIDE_EPSILON) {
      if (back) return 0;
      front = true;
    } else if (d < -SIDE_EPSILON) {
      if (front) return 0;
      back = true;
    }
  }
  return front ? 1 : back ? -1 : 0;
}

/** False when there is no more room. */
function addPlane(out: Separators, nx: number, ny: number, nz: number, distance: number): boolean {
  const { planes } = out;
  for (let i = 0; i < out.count * 4; i += 4) {
    if (
      Math.abs(planes[i] - nx) < SAME_PLANE &&
      Math.abs(planes[i + 1] - ny) < SAME_PLANE &&
      Math.abs(planes[i + 2] - nz) < SAME_PLANE &&
      Math.abs(planes[i + 3] - distance) < SAME_PLANE
    ) {
      return true;
    }
  }
  if (out.count === MAX_SEPARATORS) return false;
  const at = out.count++ * 4;
  planes[at] = nx;
  planes[at + 1] = ny;
  planes[at + 2] = nz;
  planes[at + 3] = distance;
  return true;
}
