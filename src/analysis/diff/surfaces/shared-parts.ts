/** Surfaces that both versions have, but split into different faces: the overlaps of faces. */

import type { FaceMatches, FaceRow, PlaneRows } from "./face-table.ts";
import {
  type ClipBudget,
  doubleArea,
  type FlatPolygon,
  flatten,
  lift,
  spend,
  subtractPolygon,
} from "./polygon-area.ts";

/** Smallest part in square inches. The light of smaller parts is not representative. */
const LEAST_AREA = 64;

/** Overlap of two faces of one plane and material, in the space of B's model. */
export interface SharedPart {
  readonly plane: PlaneRows;
  readonly a: FaceRow;
  readonly b: FaceRow;
  readonly polygon: FlatPolygon;
}

/** @param budget is reduced. When it is spent, the remaining parts are left out. */
export function listSharedParts({ planes }: FaceMatches, budget: ClipBudget): SharedPart[] {
  const parts: SharedPart[] = [];
  for (const plane of planes) {
    const others = plane.b.map((row) => ({ row, polygon: flatten(plane, row.corners) }));
    for (const a of plane.a) {
      const polygon = flatten(plane, a.corners);
      for (const b of others) {
        budget.left--;
        if (budget.left < 0) return parts;
        if (b.row.material !== a.material || areApart(polygon, b.polygon)) continue;
        if (!spend(budget)) return parts;
        const shared = subtractPolygon(polygon, b.polygon, []);
        if (shared.length < 6) continue;
        if ((Math.abs(doubleArea(shared)) / 2) * plane.scale < LEAST_AREA) continue;
        parts.push({ plane, a, b: b.row, polygon: shared });
      }
    }
  }
  return parts;
}

function areApart(a: FlatPolygon, b: FlatPolygon): boolean {
  for (let axis = 0; axis < 2; axis++) {
    const [lowA, highA] = spanOf(a, axis);
    const [lowB, highB] = spanOf(b, axis);
    if (highA <= lowB || highB <= lowA) return true;
  }
  return false;
}

function spanOf(polygon: FlatPolygon, axis: number): [low: number, high: number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = axis; i < polygon.length; i += 2) {
    low = Math.min(low, polygon[i]);
    high = Math.max(high, polygon[i]);
  }
  return [low, high];
}

/**
 * Returns points all over a part, 3 numbers each, on a grid of at least `step` inches. Empty if the
 * part is thinner.
 */
export function listPartPoints(
  { plane, b, polygon }: SharedPart,
  step: number,
  most: number,
): number[] {
  const [lowU, highU] = spanOf(polygon, 0);
  const [lowV, highV] = spanOf(polygon, 1);
  const wide = Math.max(step, Math.sqrt(((highU - lowU) * (highV - lowV)) / most));
  const flat: number[] = [];
  for (let u = lowU + wide / 2; u < highU; u += wide) {
    for (let v = lowV + wide / 2; v < highV; v += wide) {
      if (holds(polygon, u, v)) flat.push(u, v);
    }
  }
  return lift(plane, b, flat);
}

/** Whether a counter-clockwise polygon contains a point. */
function holds(polygon: FlatPolygon, u: number, v: number): boolean {
  for (let i = 0, j = polygon.length - 2; i < polygon.length; j = i, i += 2) {
    const [du, dv] = [polygon[i] - polygon[j], polygon[i + 1] - polygon[j + 1]];
    if (du * (v - polygon[j + 1]) - dv * (u - polygon[j]) < 0) return false;
  }
  return true;
}
