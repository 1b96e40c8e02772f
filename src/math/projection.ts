/**
 * View and projection matrices from Source's world (inches, Z up) to WebGPU's clip space,
 * reverse-Z.
 */

import { mat4 } from "gl-matrix";

const RADIANS = Math.PI / 180;

/** Near plane, inches. The engine has 7; less suits a camera without a body. */
export const NEAR_PLANE = 2;

/**
 * Returns the vertical field of view in radians for the engine's `fov`: horizontal degrees at 4:3.
 */
export function verticalFov(fov: number): number {
  return 2 * Math.atan(Math.tan((fov * RADIANS) / 2) * (3 / 4));
}

/**
 * Writes `viewFromWorld`: eye at the origin, x right, y up, -z forward. Column-major, as in
 * gl-matrix and WGSL. The only place where Z up becomes Y up.
 */
export function writeViewFromWorld(
  out: mat4,
  x: number,
  y: number,
  z: number,
  pitch: number,
  yaw: number,
): void {
  const sp = Math.sin(pitch * RADIANS);
  const cp = Math.cos(pitch * RADIANS);
  const sy = Math.sin(yaw * RADIANS);
  const cy = Math.cos(yaw * RADIANS);
  // Rows: right, up, backward, in world space.
  const rx = sy;
  const ry = -cy;
  const ux = sp * cy;
  const uy = sp * sy;
  const uz = cp;
  const bx = -cp * cy;
  const by = -cp * sy;
  const bz = sp;
  mat4.set(
    out,
    rx,
    ux,
    bx,
    0,
    ry,
    uy,
    by,
    0,
    0,
    uz,
    bz,
    0,
    -(rx * x + ry * y),
    -(ux * x + uy * y + uz * z),
    -(bx * x + by * y + bz * z),
    1,
  );
}

/**
 * Degrees by which the drawn view is rotated left and down from the camera's: a hundredth of a
 * pixel. In a view along an axis, all corners of a wall have exactly the same depth. For such a
 * triangle SwiftShader takes the first corner as the farthest and interpolates depth and texture
 * coordinates from there, even if that corner is far outside the picture, which gives wrong pixels.
 * The two angles have no simple ratio, so that surfaces of common slopes avoid equal depths too.
 */
const DRAWN_YAW = 2e-5 / RADIANS;
const DRAWN_PITCH = 0.618 * DRAWN_YAW;

/** `writeViewFromWorld` with that rotation. Drawing and culling both use it. */
export function writeDrawnViewFromWorld(
  out: mat4,
  x: number,
  y: number,
  z: number,
  pitch: number,
  yaw: number,
): void {
  writeViewFromWorld(out, x, y, z, pitch + DRAWN_PITCH, yaw + DRAWN_YAW);
}

/** Turns a view about its axis, in degrees to the right. */
export function rollView(viewFromWorld: mat4, roll: number): void {
  const s = Math.sin(roll * RADIANS);
  const c = Math.cos(roll * RADIANS);
  for (let column = 0; column < 16; column += 4) {
    const x = viewFromWorld[column];
    const y = viewFromWorld[column + 1];
    viewFromWorld[column] = c * x - s * y;
    viewFromWorld[column + 1] = s * x + c * y;
  }
}

/**
 * Writes `clipFromView`: depth 1 at the near plane, 0 at the far plane. `aspect` is width / height.
 * @param farZ inches; at least twice the near plane
 */
export function writeClipFromView(
  out: mat4,
  fov: number,
  aspect: number,
  farZ = Number.POSITIVE_INFINITY,
): void {
  const f = 1 / Math.tan(verticalFov(fov) / 2);
  const far = Math.max(farZ, 2 * NEAR_PLANE);
  const slope = NEAR_PLANE / (far - NEAR_PLANE);
  const start = NEAR_PLANE / (1 - NEAR_PLANE / far);
  mat4.set(out, f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, slope, -1, 0, 0, start, 0);
}
