/** Clips polygons with texture coordinates by planes. */

/** Numbers per point: x, y, z, s, t. */
export const POINT_NUMBERS = 5;

/** A polygon as consecutive points in `values`. Both fields are reused for many polygons. */
export interface Polygon {
  count: number;
  values: Float64Array;
}

export function createPolygon(capacity: number): Polygon {
  return { count: 0, values: new Float64Array(capacity * POINT_NUMBERS) };
}

/** Ensures capacity. If `values` has to grow, its contents are lost. */
export function reservePoints(polygon: Polygon, capacity: number): void {
  if (polygon.values.length >= capacity * POINT_NUMBERS) return;
  polygon.values = new Float64Array(capacity * POINT_NUMBERS);
}

/**
 * Writes the part of a polygon where dot(normal, p) >= distance to `out`. A convex polygon gains at
 * most one point; others at most double.
 */
export function clipPolygon(
  { count, values }: Polygon,
  out: Polygon,
  nx: number,
  ny: number,
  nz: number,
  distance: number,
): void {
  reservePoints(out, count * 2);
  out.count = 0;
  const heightOf = (point: number): number => {
    const at = point * POINT_NUMBERS;
    return values[at] * nx + values[at + 1] * ny + values[at + 2] * nz - distance;
  };
  for (let point = 0; point < count; point++) {
    const next = point + 1 < count ? point + 1 : 0;
    const height = heightOf(point);
    const nextHeight = heightOf(next);
    if (height >= 0) mixPoints(out, values, point, point, 0);
    if (height >= 0 !== nextHeight >= 0) {
      mixPoints(out, values, point, next, height / (height - nextHeight));
    }
  }
}

/** Appends a point at `part` of the way from the first point to the second. */
function mixPoints(
  out: Polygon,
  values: Float64Array,
  from: number,
  to: number,
  part: number,
): void {
  const write = out.count++ * POINT_NUMBERS;
  for (let i = 0; i < POINT_NUMBERS; i++) {
    const first = values[from * POINT_NUMBERS + i];
    out.values[write + i] = first + (values[to * POINT_NUMBERS + i] - first) * part;
  }
}
