/** Describes a path and a surface, one row a fact. */

import {
  formatArea,
  formatLength,
  type LegMeasure,
  type PathMeasure,
  type SurfaceMeasure,
  type UnitRow,
} from "../../viewer/measure/index.ts";

export type MeasureRow = readonly [name: string, value: string];

export const formatDegrees = (degrees: number): string =>
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
