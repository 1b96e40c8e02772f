/** Describes a path and a surface, one row a fact, and labels the path in the picture. */

import type { Vector } from "../../viewer/index.ts";
import {
  angleAt,
  formatArea,
  formatLength,
  type LegMeasure,
  measureLeg,
  type PathMeasure,
  type SurfaceMeasure,
  type UnitRow,
} from "../../viewer/measure/index.ts";

import type { MeasureLabel } from "./measure-layer.ts";

export type MeasureRow = readonly [name: string, value: string];

const formatDegrees = (degrees: number): string =>
  `${degrees.toLocaleString("en-US", { maximumFractionDigits: 1 })}°`.replace(/^-0°/, "0°");

/** Describes the last leg, the angle before it, and the whole path. */
export function describePath(path: PathMeasure, unit: UnitRow): MeasureRow[] {
  const leg = path.legs.at(-1);
  if (leg === undefined) return [];
  const rows = [...describeLeg(leg, unit)];
  const angle = path.angles.at(-1);
  if (angle !== undefined) {
    rows.push(["Angle", angle === null ? "none: two points coincide" : formatDegrees(angle)]);
  }
  if (path.legs.length > 1 && path.direct !== null) {
    rows.push([`Path of ${path.legs.length} legs`, formatLength(path.length, unit)]);
    rows.push(["First to last", formatLength(path.direct.distance, unit)]);
  }
  return rows;
}

function describeLeg(leg: LegMeasure, unit: UnitRow): MeasureRow[] {
  return [
    ["Distance", formatLength(leg.distance, unit)],
    ["Height", formatLength(leg.height, unit)],
    ["Horizontal", formatLength(leg.horizontal, unit)],
    ["Slope", describeSlope(leg)],
  ];
}

/** Formats a slope in degrees, and as rise : 1 run. */
function describeSlope({ slope, rise }: LegMeasure): string {
  const run =
    rise === null ? "" : `, ${rise.toLocaleString("en-US", { maximumFractionDigits: 3 })} : 1`;
  return `${formatDegrees(slope)}${run}`;
}

/**
 * @param slope slope of the hit surface, known even if `surface` is not
 * @param surface further facts, or `null` if unknown
 * @param model content path of a hit model, or `null`
 */
export function describeSurface(
  slope: { readonly slope: number; readonly isStandable: boolean },
  surface: SurfaceMeasure | null,
  unit: UnitRow,
  model: string | null = null,
): MeasureRow[] {
  const way = slope.slope > 91 ? "faces down" : "too steep to stand on";
  const stands = slope.isStandable ? "can be stood on" : way;
  const rows: MeasureRow[] = [["Slope", `${formatDegrees(slope.slope)}, ${stands}`]];
  if (model !== null) rows.unshift(["Model", model.replace(/^models\/|\.mdl$/g, "")]);
  if (surface === null) return rows;
  const size = (width: number, height: number): string =>
    `${formatLength(width, unit)} × ${formatLength(height, unit)}`;
  const { kind, pieces } = surface;
  const whole = kind === "displacement" ? "Displacement" : "Face";
  rows.push([`${whole} area`, formatArea(surface.wholeArea, unit)]);
  rows.push([`${whole} size`, size(surface.wholeWidth, surface.wholeHeight)]);
  if (pieces === 1 && Math.abs(surface.area - surface.wholeArea) < 0.5) return rows;
  const piece = kind === "displacement" ? "Triangle" : "Piece";
  rows.push([
    `${piece} area`,
    `${formatArea(surface.area, unit)}${pieces === 1 ? "" : ` of ${pieces}`}`,
  ]);
  rows.push([`${piece} size`, size(surface.width, surface.height)]);
  return rows;
}

/**
 * Builds the labels of a path: a length in the middle of each leg, an angle at each point.
 * @param hover end of a leg to the pointer, or `null`
 */
export function labelsOf(
  path: readonly Vector[],
  hover: Vector | null,
  unit: UnitRow,
): MeasureLabel[] {
  const labels: MeasureLabel[] = path.map((at) => ({ at, text: "", kind: "point" }));
  const points = hover === null || path.length === 0 ? path : [...path, hover];
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1], points[i]];
    const { distance } = measureLeg(a, b);
    // A leg without length has no label; this happens at the pointer itself.
    if (distance === 0) continue;
    const middle: Vector = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
    labels.push({ at: middle, text: formatLength(distance, unit), kind: "leg" });
    const angle = i > 1 ? angleAt(points[i - 2], a, b) : null;
    if (angle !== null) labels.push({ at: a, text: formatDegrees(angle), kind: "angle" });
  }
  return labels;
}
