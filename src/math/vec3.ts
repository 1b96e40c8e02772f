/**
 * Vectors of three numbers, for code that runs once for a map: each function returns a new vector.
 * Code that runs every frame writes into existing arrays (gl-matrix, `matrix3x4.ts`).
 */

export type Vec3 = [x: number, y: number, z: number];
type In = ArrayLike<number>;

export const dot = (a: In, b: In): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export const subtract = (a: In, b: In): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

export const scale = (v: In, by: number): Vec3 => [v[0] * by, v[1] * by, v[2] * by];

export const cross = (a: In, b: In): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Returns the point at `t` between `a` (0) and `b` (1). */
export const lerp = (a: In, b: In, t: number): Vec3 => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
];

/** Returns `v` at length 1, or `fallback` if its length is 0. */
export function normalize(v: In, fallback: Readonly<Vec3> = [0, 0, 0]): Vec3 {
  const length = Math.hypot(v[0], v[1], v[2]);
  return length > 0 ? [v[0] / length, v[1] / length, v[2] / length] : [...fallback];
}

export const clamp = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), most);
