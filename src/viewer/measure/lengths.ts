/**
 * Measures paths of points, lengths in inches, angles in degrees, z up; and converts lengths to
 * metres and feet.
 */

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

// Converts units to metres and feet. There are two conventions, which the Valve Developer
// Community's page "Dimensions" names: for people and props a unit is an inch; for architecture 16
// units are a foot.

// There are two conventions for units, which the Valve Developer Community's page "Dimensions" names:
// for people and props a unit is an inch; for architecture 16 units are a foot.

export interface UnitRow {
  readonly name: "units" | "metres" | "feet" | "metres-built" | "feet-built";
  readonly title: string;
  /** Suffix of a number. */
  readonly sign: string;
  /** Number of them per map unit. */
  readonly perUnit: number;
  readonly digits: number;
}

/** Metres per inch and per foot. */
const INCH = 0.0254;
const FOOT = 0.3048;
/** Map units per foot of architecture. */
const BUILT_FOOT = 16;

export const UNITS: readonly UnitRow[] = [
  { name: "units", title: "Hammer units", sign: "", perUnit: 1, digits: 1 },
  {
    name: "metres",
    title: "Metres, as people: 1 unit is 1 inch",
    sign: " m",
    perUnit: INCH,
    digits: 2,
  },
  { name: "feet", title: "Feet, as people: 12 units", sign: " ft", perUnit: 1 / 12, digits: 2 },
  {
    ...{ name: "metres-built", title: "Metres, as built: 16 units are 1 foot" },
    ...{ sign: " m", perUnit: FOOT / BUILT_FOOT, digits: 2 },
  },
  {
    ...{ name: "feet-built", title: "Feet, as built: 16 units" },
    ...{ sign: " ft", perUnit: 1 / BUILT_FOOT, digits: 2 },
  },
];

/** Returns the unit of a name, or the first unit if unknown. */
export function findUnit(name: string | null): UnitRow {
  return UNITS.find((unit) => unit.name === name) ?? UNITS[0];
}

/** @param inches length in map units */
export function formatLength(inches: number, unit: UnitRow): string {
  return `${trim(inches * unit.perUnit, unit.digits)}${unit.sign}`;
}

export function formatArea(square: number, unit: UnitRow): string {
  const sign = unit.sign === "" ? " sq" : `${unit.sign}²`;
  return `${trim(square * unit.perUnit ** 2, unit.digits)}${sign}`;
}

/** Formats without trailing zeros, and never as "-0". */
function trim(value: number, digits: number): string {
  const text = value.toLocaleString("en-US", { maximumFractionDigits: digits });
  return text === "-0" ? "0" : text;
}
