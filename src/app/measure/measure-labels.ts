/** The numbers that stand at a path: a leg's length in its middle, an angle at its point. */

import type { Vector } from "../../viewer/index.ts";
import { angleAt, formatLength, measureLeg, type UnitRow } from "../../viewer/measure/index.ts";
import type { MeasureLabel } from "./measure-layer.ts";
import { formatDegrees } from "./measure-rows.ts";

/** @param hover the end of a leg that is no part of the path yet; null: there is none */
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
    // At the pointer itself there is nothing to read yet.
    if (distance === 0) continue;
    const middle: Vector = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
    labels.push({ at: middle, text: formatLength(distance, unit), kind: "leg" });
    const angle = i > 1 ? angleAt(points[i - 2], a, b) : null;
    if (angle !== null) labels.push({ at: a, text: formatDegrees(angle), kind: "angle" });
  }
  return labels;
}
