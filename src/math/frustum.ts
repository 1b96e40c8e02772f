/** View frustum as planes, and the test of boxes against it. */

import type { mat4 } from "gl-matrix";

/**
 * Left, right, bottom, top, near, far. If the view is unbounded, every point is inside the far
 * plane.
 */
export const FRUSTUM_PLANES = 6;
/** Numbers in a frustum, 4 for each plane. */
export const FRUSTUM_FLOATS = FRUSTUM_PLANES * 4;

/**
 * Writes the planes of a clip-space matrix (column-major), 4 numbers each: a point is inside where
 * dot(plane.xyz, p) + plane.w >= 0. The planes are not normalized; only the sign is used.
 */
export function writeFrustum(out: Float32Array, clipFromWorld: mat4): void {
  const m = clipFromWorld;
  for (let i = 0; i < 4; i++) {
    const x = m[i * 4];
    const y = m[i * 4 + 1];
    const z = m[i * 4 + 2];
    const w = m[i * 4 + 3];
    out[i] = w + x;
    out[4 + i] = w - x;
    out[8 + i] = w + y;
    out[12 + i] = w - y;
    out[16 + i] = w - z;
    out[20 + i] = z;
  }
}

/** True if a box (6 numbers: mins, maxs) is not entirely outside any one plane. */
export function isBoxInFrustum(planes: Float32Array, box: Float32Array, offset: number): boolean {
  for (let i = 0; i < FRUSTUM_FLOATS; i += 4) {
    const x = planes[i];
    const y = planes[i + 1];
    const z = planes[i + 2];
    const farthest =
      x * box[x > 0 ? offset + 3 : offset] +
      y * box[y > 0 ? offset + 4 : offset + 1] +
      z * box[z > 0 ? offset + 5 : offset + 2];
    if (farthest + planes[i + 3] < 0) return false;
  }
  return true;
}
