/** Places of projected textures: their matrices, the boxes that they light, and which are shown. */

import { mat4 } from "gl-matrix";
import { LAMP } from "../../map/motion/lamp-row.ts";
import { LAMP_ON, type LampRows } from "../../map/motion/lamps.ts";
import { isBoxInFrustum } from "../../math/frustum.ts";
import type { View } from "../views/view.ts";

const RADIANS = Math.PI / 180;
const viewFromWorld = mat4.create();
const clipFromView = mat4.create();

/** Returns the tangent of half an angle in degrees. */
export const halfTangent = (degrees: number): number => Math.tan((degrees * RADIANS) / 2);

/**
 * Writes the clip-space matrix of a lamp: the texture's right is clip x, its up is clip y, and depth
 * is 1 at the near plane and 0 at infinity.
 */
export function writeLampMatrix(out: mat4, { rows }: LampRows, row: number): void {
  const at = row * LAMP.strideFloats;
  const m = at + LAMP.place;
  const [x, y, z] = [rows[m + 3], rows[m + 7], rows[m + 11]];
  // Rows of the view: right, up, backward.
  const axis = (k: number, sign: number, to: number) => {
    const [a, b, c] = [rows[m + k] * sign, rows[m + 4 + k] * sign, rows[m + 8 + k] * sign];
    viewFromWorld[to] = a;
    viewFromWorld[4 + to] = b;
    viewFromWorld[8 + to] = c;
    viewFromWorld[12 + to] = -(a * x + b * y + c * z);
  };
  axis(1, -1, 0);
  axis(2, 1, 1);
  axis(0, -1, 2);
  viewFromWorld[3] = viewFromWorld[7] = viewFromWorld[11] = 0;
  viewFromWorld[15] = 1;
  mat4.set(
    clipFromView,
    ...([1 / halfTangent(rows[at + LAMP.fovX]), 0, 0, 0] as const),
    ...([0, 1 / halfTangent(rows[at + LAMP.fovY]), 0, 0] as const),
    ...([0, 0, 0, -1] as const),
    ...([0, 0, rows[at + LAMP.nearZ], 0] as const),
  );
  mat4.multiply(out, clipFromView, viewFromWorld);
}

/** Writes mins and maxs of the place that a lamp may light, in inches. */
export function writeLampBox(out: Float32Array, { rows }: LampRows, row: number): void {
  const at = row * LAMP.strideFloats;
  const far = rows[at + LAMP.farZ];
  const right = halfTangent(rows[at + LAMP.fovX]) * far;
  const up = halfTangent(rows[at + LAMP.fovY]) * far;
  for (let k = 0; k < 3; k++) {
    const m = at + LAMP.place + k * 4;
    const apex = rows[m + 3];
    const end = apex + rows[m] * far;
    const aside = Math.abs(rows[m + 1]) * right + Math.abs(rows[m + 2]) * up;
    // The light ends at a sphere around the lamp, which bounds wide cones.
    out[k] = Math.max(Math.min(apex, end - aside), apex - far);
    out[k + 3] = Math.min(Math.max(apex, end + aside), apex + far);
  }
}

const box = new Float32Array(6);

/**
 * Chooses the lamps that are on and may light something in view: those nearest to the camera.
 * @param chosen rows, nearest first
 * @param distance room for a number of each chosen one
 * @returns how many were chosen
 */
export function chooseLamps(
  lamps: LampRows,
  view: Pick<View, "x" | "y" | "z" | "frustum">,
  chosen: Uint32Array,
  distance: Float64Array,
): number {
  let count = 0;
  for (let row = 0; row < lamps.count; row++) {
    if ((lamps.rows[row * LAMP.strideFloats + LAMP.flags] & LAMP_ON) === 0) continue;
    writeLampBox(box, lamps, row);
    if (!isBoxInFrustum(view.frustum, box, 0)) continue;
    const dx = Math.max(box[0] - view.x, 0, view.x - box[3]);
    const dy = Math.max(box[1] - view.y, 0, view.y - box[4]);
    const dz = Math.max(box[2] - view.z, 0, view.z - box[5]);
    const m = row * LAMP.strideFloats + LAMP.place;
    const ax = lamps.rows[m + 3] - view.x;
    const ay = lamps.rows[m + 7] - view.y;
    const az = lamps.rows[m + 11] - view.z;
    // Among lamps that light the camera itself, the nearer lamp comes first.
    const away =
      Math.sqrt(dx * dx + dy * dy + dz * dz) + Math.sqrt(ax * ax + ay * ay + az * az) / 16;
    let at = count;
    while (at > 0 && distance[at - 1] > away) at--;
    if (at >= chosen.length) continue;
    count = Math.min(count + 1, chosen.length);
    for (let k = count - 1; k > at; k--) {
      chosen[k] = chosen[k - 1];
      distance[k] = distance[k - 1];
    }
    chosen[at] = row;
    distance[at] = away;
  }
  return count;
}
