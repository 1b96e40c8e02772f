/** A map seen from outside, whole: for maps that nobody can stand in, as pieces made for tests are. */

import type { CameraPose } from "../../map/types.ts";

/** Degrees down. */
const PITCH = 30;
/** From the middle, in radii of the box. */
const DISTANCE = 1.5;

const RADIANS = Math.PI / 180;

/** Past each corner of the box of all that is drawn (mins, maxs), looking at its middle. */
export function listOverviews([x0, y0, z0, x1, y1, z1]: Float32Array): CameraPose[] {
  const away = (Math.hypot(x1 - x0, y1 - y0, z1 - z0) / 2) * DISTANCE;
  const level = away * Math.cos(PITCH * RADIANS);
  return [45, 135, 225, 315].map((yaw) => ({
    x: (x0 + x1) / 2 - level * Math.cos(yaw * RADIANS),
    y: (y0 + y1) / 2 - level * Math.sin(yaw * RADIANS),
    z: (z0 + z1) / 2 + away * Math.sin(PITCH * RADIANS),
    pitch: PITCH,
    yaw,
  }));
}
