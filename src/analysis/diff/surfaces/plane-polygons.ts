/** Faces of one plane as polygons in two dimensions, and back. */

import type { FaceRow, PlaneRows } from "./face-table.ts";
import { doubleArea, type FlatPolygon } from "./polygon-area.ts";

/** Along the plane's longest axis, so that the corners go counter-clockwise: faces wind clockwise seen from the front. */
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

/** Back onto the face's plane: its own corners say how high it lies. */
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

/** Of the polygon, not of unit length: all corners count, so that it is never of three in a line. */
function normalOf(corners: readonly number[]): [number, number, number] {
  const normal: [number, number, number] = [0, 0, 0];
  for (let i = 0, j = corners.length - 3; i < corners.length; j = i, i += 3) {
    normal[0] += (corners[j + 1] - corners[i + 1]) * (corners[j + 2] + corners[i + 2]);
    normal[1] += (corners[j + 2] - corners[i + 2]) * (corners[j] + corners[i]);
    normal[2] += (corners[j] - corners[i]) * (corners[j + 1] + corners[i + 1]);
  }
  return normal;
}
