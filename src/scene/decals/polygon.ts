/** Polygons of textured points, and what is left of one in front of a plane. */

/** Numbers of a point: x, y, z, s, t. */
export const POINT_NUMBERS = 5;

/** A polygon whose points lie in `values`, one after the other; both are written anew again and again. */
export interface Polygon {
  count: number;
  values: Float64Array;
}

export function createPolygon(capacity: number): Polygon {
  return { count: 0, values: new Float64Array(capacity * POINT_NUMBERS) };
}

/** Room for so many points; what was in it is lost if there was too little. */
export function reservePoints(polygon: Polygon, capacity: number): void {
  if (polygon.values.length >= capacity * POINT_NUMBERS) return;
  polygon.values = new Float64Array(capacity * POINT_NUMBERS);
}

/**
 * Writes to `out` what of a polygon lies where dot(normal, p) >= distance: at most one point more than it has
 * where it is convex, and at most twice as many where it is not.
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

/** Adds a point between two: `part` of the way from the first to the second. */
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
