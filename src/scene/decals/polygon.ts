/** Clips polygons with texture coordinates, by planes and to flat pieces of surfaces. */

import type { Facet } from "./decal-surfaces.ts";

/** Numbers per point: x, y, z, s, t. */
export const POINT_NUMBERS = 5;

/** Side of the texture, in s and t, of each of the 4 corners of a quad. */
export const CORNER_SIDES = [-1, -1, -1, 1, 1, 1, 1, -1];

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

/**
 * Cosine of the angle to the projection direction below which a facet counts as edge-on and shows
 * no decal.
 */
const LEAST_FACING = 0.01;

/** The facet's area as a vector, which points to the side from which it is counter-clockwise. */
const area = new Float64Array(3);

function measureArea({ count, flat }: Facet): number {
  area.fill(0);
  for (let i = 1; i + 1 < count; i++) {
    const b = i * 3;
    const c = b + 3;
    const [bx, by, bz] = [flat[b] - flat[0], flat[b + 1] - flat[1], flat[b + 2] - flat[2]];
    const [cx, cy, cz] = [flat[c] - flat[0], flat[c + 1] - flat[1], flat[c + 2] - flat[2]];
    area[0] += by * cz - bz * cy;
    area[1] += bz * cx - bx * cz;
    area[2] += bx * cy - by * cx;
  }
  return Math.hypot(area[0], area[1], area[2]);
}

/**
 * Clips a quad that is projected onto a facet along a direction (unit length). Returns `null` if
 * nothing is left, or if the facet is parallel to the direction. The result is one of the two given
 * polygons.
 */
export function clipToFacet(
  quad: Polygon,
  facet: Facet,
  direction: ArrayLike<number>,
  from: Polygon,
  to: Polygon,
): Polygon | null {
  const { count, flat } = facet;
  const size = measureArea(facet);
  const [dx, dy, dz] = [direction[0], direction[1], direction[2]];
  const facing = area[0] * dx + area[1] * dy + area[2] * dz;
  if (!(Math.abs(facing) > size * LEAST_FACING)) return null;
  // Inward planes through the edges, parallel to the direction.
  const inwards = facing > 0 ? -1 : 1;
  let polygon = from;
  let next = to;
  reservePoints(polygon, quad.count);
  polygon.values.set(quad.values.subarray(0, quad.count * POINT_NUMBERS));
  polygon.count = quad.count;
  for (let corner = 0; corner < count; corner++) {
    const a = corner * 3;
    const b = (corner + 1 < count ? corner + 1 : 0) * 3;
    const [ex, ey, ez] = [flat[b] - flat[a], flat[b + 1] - flat[a + 1], flat[b + 2] - flat[a + 2]];
    const nx = inwards * (ey * dz - ez * dy);
    const ny = inwards * (ez * dx - ex * dz);
    const nz = inwards * (ex * dy - ey * dx);
    clipPolygon(polygon, next, nx, ny, nz, nx * flat[a] + ny * flat[a + 1] + nz * flat[a + 2]);
    [polygon, next] = [next, polygon];
    if (polygon.count < 3) return null;
  }
  const { values } = polygon;
  for (let point = 0; point < polygon.count; point++) {
    const at = point * POINT_NUMBERS;
    const away =
      ((values[at] - flat[0]) * area[0] +
        (values[at + 1] - flat[1]) * area[1] +
        (values[at + 2] - flat[2]) * area[2]) /
      facing;
    values[at] -= dx * away;
    values[at + 1] -= dy * away;
    values[at + 2] -= dz * away;
  }
  return polygon;
}

/** Three corners of a facet, far apart, relative to which all points of the facet are expressed. */
export interface FacetTriangle {
  readonly corner: readonly [number, number, number];
  /** 9 numbers: the first corner, and the edges from it to the second and third. */
  readonly edges: Float64Array;
  /** 3 numbers: the cross product of the two edges. `square` is its squared length. */
  readonly normal: Float64Array;
  readonly square: number;
}

const scratch = new Float64Array(3);

/** Writes b × (p − origin) for vectors at offsets, and returns its squared length. */
function writeCross(
  out: Float64Array,
  edges: Float64Array,
  edge: number,
  points: Float64Array,
  at: number,
): number {
  const [bx, by, bz] = [edges[edge], edges[edge + 1], edges[edge + 2]];
  const px = points[at] - edges[0];
  const py = points[at + 1] - edges[1];
  const pz = points[at + 2] - edges[2];
  out[0] = by * pz - bz * py;
  out[1] = bz * px - bx * pz;
  out[2] = bx * py - by * px;
  return out[0] * out[0] + out[1] * out[1] + out[2] * out[2];
}

/** Picks the first corner, the corner farthest from it, and the corner farthest from both. */
export function pickTriangle({ count, flat }: Facet): FacetTriangle {
  const edges = new Float64Array(9);
  edges.set(flat.subarray(0, 3));
  const writeEdge = (edge: number, corner: number) => {
    for (let axis = 0; axis < 3; axis++) {
      edges[edge + axis] = flat[corner * 3 + axis] - flat[axis];
    }
  };
  let far = 1;
  let farthest = 0;
  for (let corner = 1; corner < count; corner++) {
    writeEdge(6, corner);
    const square = edges[6] * edges[6] + edges[7] * edges[7] + edges[8] * edges[8];
    if (square <= farthest) continue;
    farthest = square;
    far = corner;
  }
  writeEdge(3, far);
  let wide = far;
  let widest = 0;
  for (let corner = 1; corner < count; corner++) {
    const square = writeCross(scratch, edges, 3, flat, corner * 3);
    if (square <= widest) continue;
    widest = square;
    wide = corner;
  }
  writeEdge(6, wide);
  const normal = new Float64Array(3);
  const square = writeCross(normal, edges, 3, flat, wide * 3);
  return { corner: [0, far, wide], edges, normal, square };
}

/**
 * Writes the weights of the second and third corner for a point of the facet's plane, at an offset
 * of `points`. The first corner's weight is the rest.
 */
export function writeWeights(
  { edges, normal, square }: FacetTriangle,
  points: Float64Array,
  at: number,
  out: Float32Array,
  offset: number,
): void {
  const along = () => scratch[0] * normal[0] + scratch[1] * normal[1] + scratch[2] * normal[2];
  writeCross(scratch, edges, 6, points, at);
  out[offset] = -along() / square;
  writeCross(scratch, edges, 3, points, at);
  out[offset + 1] = along() / square;
}
