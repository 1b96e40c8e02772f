/** The ray through a place of the picture. */

import { writeForward } from "../../math/angles.ts";
import { verticalFov } from "../../math/projection.ts";
import type { Camera } from "../../viewer/index.ts";

/**
 * Of any length, in the world.
 * @param x in parts of the picture from its upper left corner, as `y`: 0 to 1
 * @param aspect its width over its height
 */
export function rayThrough(
  { pitch, yaw, fov }: Camera,
  x: number,
  y: number,
  aspect: number,
): [x: number, y: number, z: number] {
  const [fx, fy, fz] = writeAndTake(pitch, yaw);
  const turn = (yaw * Math.PI) / 180;
  const [rx, ry] = [Math.sin(turn), -Math.cos(turn)];
  // Up is right x forward; right lies in the horizon.
  const [ux, uy, uz] = [ry * fz, -rx * fz, rx * fy - ry * fx];
  const edge = Math.tan(verticalFov(fov) / 2);
  const [right, up] = [(x * 2 - 1) * edge * aspect, (1 - y * 2) * edge];
  return [fx + rx * right + ux * up, fy + ry * right + uy * up, fz + uz * up];
}

function writeAndTake(pitch: number, yaw: number): Float32Array {
  const forward = new Float32Array(3);
  writeForward(forward, pitch, yaw);
  return forward;
}
