/**
 * Exact difference of polygons on one plane, and projection of faces to two dimensions and back.
 */

import type { FaceRow, PlaneRows } from "./face-table.ts";

// Difference of sets of convex polygons on one plane. Flat polygons hold x and y of each corner.

export type FlatPolygon = readonly number[];

/** Half the smallest width of a polygon in inches. Thinner ones are rounding errors. */
const SLIVER = 0.05;

export interface ClipBudget {
  /** Pairs of polygons that may still be tested. Below 0 if the budget was exceeded. */
  left: number;
}

/** Cost of clipping one polygon by another, in tests. */
const CLIP_TESTS = 16;

/** Spends the cost of one clipped polygon. Returns false if the budget is exceeded. */
export function spend(budget: ClipBudget): boolean {
  budget.left -= CLIP_TESTS;
  return budget.left >= 0;
}

/** Returns twice the signed area. */
export function doubleArea(polygon: FlatPolygon): number {
  let sum = 0;
  const { length } = polygon;
  for (let i = 0, j = length - 2; i < length; j = i, i += 2) {
    sum += polygon[j] * polygon[i + 1] - polygon[i] * polygon[j + 1];
  }
  return sum;
}

function isSliver(polygon: FlatPolygon): boolean {
  if (polygon.length < 6) return true;
  let around = 0;
  for (let i = 0, j = polygon.length - 2; i < polygon.length; j = i, i += 2) {
    around += Math.hypot(polygon[i] - polygon[j], polygon[i + 1] - polygon[j + 1]);
  }
  return Math.abs(doubleArea(polygon)) / 2 <= SLIVER * around;
}

/** Splits a polygon by the line through a point into a left and a right part. */
function split(polygon: FlatPolygon, x: number, y: number, dx: number, dy: number) {
  const left: number[] = [];
  const right: number[] = [];
  const count = polygon.length / 2;
  const side = (i: number) => dx * (polygon[i * 2 + 1] - y) - dy * (polygon[i * 2] - x);
  let before = side(count - 1);
  for (let i = 0, j = count - 1; i < count; j = i++) {
    const here = side(i);
    if ((before < 0 && here > 0) || (before > 0 && here < 0)) {
      const t = before / (before - here);
      const cutX = polygon[j * 2] + t * (polygon[i * 2] - polygon[j * 2]);
      const cutY = polygon[j * 2 + 1] + t * (polygon[i * 2 + 1] - polygon[j * 2 + 1]);
      left.push(cutX, cutY);
      right.push(cutX, cutY);
    }
    if (here >= 0) left.push(polygon[i * 2], polygon[i * 2 + 1]);
    if (here <= 0) right.push(polygon[i * 2], polygon[i * 2 + 1]);
    before = here;
  }
  return { left, right };
}

/**
 * Pushes the parts of a polygon outside of another in convex pieces, and returns the part inside,
 * or an empty polygon. Both wind counter-clockwise.
 */
export function subtractPolygon(
  polygon: FlatPolygon,
  other: FlatPolygon,
  outside: FlatPolygon[],
): FlatPolygon {
  let inside: FlatPolygon = polygon;
  const pieces: FlatPolygon[] = [];
  for (let i = 0, j = other.length - 2; i < other.length; j = i, i += 2) {
    const { left, right } = split(
      ...([inside, other[j], other[j + 1]] as const),
      other[i] - other[j],
      other[i + 1] - other[j + 1],
    );
    if (!isSliver(right)) pieces.push(right);
    if (isSliver(left)) {
      // No overlap: keeps the polygon in one piece.
      outside.push(polygon);
      return [];
    }
    inside = left;
  }
  outside.push(...pieces);
  return inside;
}

interface Span {
  readonly polygon: FlatPolygon;
  readonly low: number;
  readonly high: number;
  readonly bottom: number;
  readonly top: number;
}

function spanOf(polygon: FlatPolygon): Span {
  let [low, bottom] = polygon;
  let [high, top] = polygon;
  for (let i = 0; i < polygon.length; i += 2) {
    low = Math.min(low, polygon[i]);
    high = Math.max(high, polygon[i]);
    bottom = Math.min(bottom, polygon[i + 1]);
    top = Math.max(top, polygon[i + 1]);
  }
  return { polygon, low, high, bottom, top };
}

/**
 * Returns the convex pieces of each polygon that no other polygon covers.
 * @param budget is reduced. When it is spent, the remaining polygons are kept whole.
 */
export function subtractAll(
  polygons: readonly FlatPolygon[],
  others: readonly FlatPolygon[],
  budget: ClipBudget,
): FlatPolygon[][] {
  const spans = others.map(spanOf).sort((a, b) => a.low - b.low);
  /** Largest upper end of all spans up to here, so that spans that end earlier are skipped. */
  let reach = Number.NEGATIVE_INFINITY;
  const reaches = spans.map(({ high }) => {
    reach = Math.max(reach, high);
    return reach;
  });
  return polygons.map((polygon) => {
    const own = spanOf(polygon);
    let pieces: FlatPolygon[] = [polygon];
    for (
      let i = firstReaching(reaches, own.low);
      i < spans.length && spans[i].low < own.high;
      i++
    ) {
      budget.left--;
      if (budget.left < 0 || pieces.length === 0) break;
      const { high, bottom, top } = spans[i];
      if (high <= own.low || bottom >= own.top || top <= own.bottom) continue;
      const next: FlatPolygon[] = [];
      for (const piece of pieces) {
        if (spend(budget)) subtractPolygon(piece, spans[i].polygon, next);
        else next.push(piece);
      }
      pieces = next;
    }
    return pieces;
  });
}

/** Finds the first row whose reach exceeds a number. The reaches ascend. */
function firstReaching(reaches: readonly number[], low: number): number {
  let from = 0;
  let to = reaches.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (reaches[middle] > low) to = middle;
    else from = middle + 1;
  }
  return from;
}

/**
 * Projects along the plane's longest axis and makes corners counter-clockwise. Faces wind clockwise
 * seen from the front.
 */
export function flatten({ axis }: PlaneRows, corners: readonly number[]): FlatPolygon {
  const flat: number[] = [];
  for (let i = 0; i < corners.length; i += 3) {
    flat.push(corners[i + ((axis + 1) % 3)], corners[i + ((axis + 2) % 3)]);
  }
  if (doubleArea(flat) >= 0) return flat;
  const turned: number[] = [];
  for (let i = flat.length - 2; i >= 0; i -= 2) turned.push(flat[i], flat[i + 1]);
  return turned;
}

/** Projects a flat polygon back onto the face's plane, which the face's own corners define. */
export function lift({ axis }: PlaneRows, { corners }: FaceRow, polygon: FlatPolygon): number[] {
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const normal = normalOf(corners);
  const dist = normal[0] * corners[0] + normal[1] * corners[1] + normal[2] * corners[2];
  const points: number[] = [];
  for (let i = 0; i < polygon.length; i += 2) {
    const point = [0, 0, 0];
    point[u] = polygon[i];
    point[v] = polygon[i + 1];
    point[axis] = (dist - normal[u] * point[u] - normal[v] * point[v]) / normal[axis];
    points.push(...point);
  }
  return points;
}

/**
 * Returns the polygon's normal, not of unit length. Uses all corners, so that three collinear
 * corners do no harm.
 */
function normalOf(corners: readonly number[]): [number, number, number] {
  const normal: [number, number, number] = [0, 0, 0];
  for (let i = 0, j = corners.length - 3; i < corners.length; j = i, i += 3) {
    normal[0] += (corners[j + 1] - corners[i + 1]) * (corners[j + 2] + corners[i + 2]);
    normal[1] += (corners[j + 2] - corners[i + 2]) * (corners[j] + corners[i]);
    normal[2] += (corners[j] - corners[i]) * (corners[j + 1] + corners[i + 1]);
  }
  return normal;
}
