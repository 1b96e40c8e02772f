/** Measures paths of points: lengths in inches, angles in degrees, z up. */

import type { Vector } from "../viewer-types.ts";

export interface LegMeasure {
  readonly distance: number;
  /** Height of the second point over the first; negative if lower. */
  readonly height: number;
  /** Horizontal distance. */
  readonly horizontal: number;
  /** Degrees from horizontal, −90 to 90. */
  readonly slope: number;
  /** Height over horizontal distance; `null` if vertical, or if both points are equal. */
  readonly rise: number | null;
}

/** Lengths below this count as 0. */
const NOTHING = 1e-9;

const DEGREES = 180 / Math.PI;

export function measureLeg(from: Vector, to: Vector): LegMeasure {
  const [dx, dy, height] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const horizontal = Math.hypot(dx, dy);
  return {
    distance: Math.hypot(horizontal, height),
    height,
    horizontal,
    slope: Math.atan2(height, horizontal) * DEGREES,
    rise: horizontal < NOTHING ? null : height / horizontal,
  };
}

/** Returns the angle at the middle of three points, 0 to 180; `null` if it equals a neighbour. */
export function angleAt(before: Vector, at: Vector, after: Vector): number | null {
  const [ax, ay, az] = [before[0] - at[0], before[1] - at[1], before[2] - at[2]];
  const [bx, by, bz] = [after[0] - at[0], after[1] - at[1], after[2] - at[2]];
  if (Math.hypot(ax, ay, az) < NOTHING || Math.hypot(bx, by, bz) < NOTHING) return null;
  // Uses both products, because the arc cosine loses precision near 0 and 180.
  const crossed = Math.hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx);
  return Math.atan2(crossed, ax * bx + ay * by + az * bz) * DEGREES;
}

export interface PathMeasure {
  /** One fewer than points. */
  readonly legs: readonly LegMeasure[];
  /** Angle at each point except the first and last. */
  readonly angles: readonly (number | null)[];
  /** Sum of all legs. */
  readonly length: number;
  /** From the first point to the last. */
  readonly direct: LegMeasure | null;
}

export function measurePath(points: readonly Vector[]): PathMeasure {
  const legs: LegMeasure[] = [];
  const angles: (number | null)[] = [];
  for (let i = 1; i < points.length; i++) {
    legs.push(measureLeg(points[i - 1], points[i]));
    if (i > 1) angles.push(angleAt(points[i - 2], points[i - 1], points[i]));
  }
  return {
    legs,
    angles,
    length: legs.reduce((sum, { distance }) => sum + distance, 0),
    direct: points.length < 2 ? null : measureLeg(points[0], points[points.length - 1]),
  };
}
