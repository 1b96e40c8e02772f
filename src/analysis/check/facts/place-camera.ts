/** From where a finding is seen. */

import type { Vec3 } from "../findings.ts";
import type { Space } from "./space.ts";

/** Whether nothing that is drawn lies between two places: what the leafs alone do not tell. */
export type IsClear = (eye: Vec3, at: Vec3) => boolean;

/** Inches between a camera and what it looks at, tried in turn. */
const DISTANCES = [160, 96, 48, 24];
/** Degrees around, and above what is looked at. */
const YAWS = [45, 225, 135, 315, 0, 180, 90, 270];
const PITCHES = [25, 5, 60, -25, -60];
/** What is looked at may touch a wall: the last inches of the way to it do not count. */
const CLOSE = 6;

/** `x,y,z,pitch,yaw`, degrees, pitch downwards: in the open, with a free view where there is one. */
export function placeCamera(
  space: Space,
  isClear: IsClear,
  at: Vec3,
  radius: number,
  normal?: Vec3,
): string {
  const ways = normal === undefined ? listWays() : [normal, ...listWays()];
  // To the very place if it can be seen; of what lies in a wall, or is one, as far as it reaches.
  for (const close of radius > CLOSE ? [CLOSE, radius] : [CLOSE]) {
    for (const distance of DISTANCES) {
      for (const way of ways) {
        const eye = along(at, way, distance + radius);
        const near = along(at, way, close);
        if (space.isSolid(...eye) || !space.isClear(eye, near)) continue;
        if (isClear(eye, near)) return format(eye, at);
      }
    }
  }
  // In the midst of a wall: what is near it in the open, though it may be hidden.
  for (const distance of DISTANCES) {
    for (const way of ways) {
      const eye = along(at, way, distance + radius);
      if (!space.isSolid(...eye)) return format(eye, at);
    }
  }
  return format(along(at, ways[0], DISTANCES[0] + radius), at);
}

/** Inches: from farther away what is seen is small. */
const NEAR = 400;

/** From an eye that sees a place, or nearer on the way there. */
export function cameraFrom(eye: Vec3, at: Vec3): string {
  const away = Math.hypot(...eye.map((value, axis) => value - at[axis]));
  const share = Math.min(1, NEAR / Math.max(away, 1));
  const from = (axis: number) => at[axis] + (eye[axis] - at[axis]) * share;
  return format([from(0), from(1), from(2)], at);
}

function listWays(): Vec3[] {
  return PITCHES.flatMap((pitch) =>
    YAWS.map((yaw): Vec3 => {
      const [p, y] = [(pitch * Math.PI) / 180, (yaw * Math.PI) / 180];
      return [Math.cos(p) * Math.cos(y), Math.cos(p) * Math.sin(y), Math.sin(p)];
    }),
  );
}

const along = (at: Vec3, way: Vec3, distance: number): [number, number, number] => [
  at[0] + way[0] * distance,
  at[1] + way[1] * distance,
  at[2] + way[2] * distance,
];

function format(eye: Vec3, at: Vec3): string {
  const [x, y, z] = [at[0] - eye[0], at[1] - eye[1], at[2] - eye[2]];
  const pitch = (-Math.atan2(z, Math.hypot(x, y)) * 180) / Math.PI;
  const yaw = (Math.atan2(y, x) * 180) / Math.PI;
  return [...eye, pitch, yaw].map((value) => +value.toFixed(1) + 0).join(",");
}
