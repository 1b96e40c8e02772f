/** Finds the triangles of a displacement that a decal may touch, on the flat face. */

import type { DisplacementGrid } from "../world/displacement.ts";
import { createFacet, type DecalSurfaces, type Facet } from "./decal-surfaces.ts";
import type { AddPiece } from "./decal-writer.ts";
import { POINT_NUMBERS, type Polygon } from "./polygon.ts";

const facet = createFacet();

export interface GridFace {
  readonly placement: number;
  readonly face: number;
  readonly grid: DisplacementGrid;
}

export interface QuadProjection {
  /** Unit vector along which the quad is projected. */
  readonly direction: ArrayLike<number>;
  /** Plane of the flat face. */
  readonly plane: Float64Array;
}

/** Adds the triangles within a quad's reach. */
export function addGrid(
  add: AddPiece,
  surfaces: DecalSurfaces,
  { placement, face, grid }: GridFace,
  quad: Polygon,
  { direction, plane }: QuadProjection,
): void {
  surfaces.look(grid.indices.length / 3);
  const middle = [0, 0, 0];
  for (let i = 0; i < quad.count * 3; i++) {
    middle[i % 3] += quad.values[Math.floor(i / 3) * POINT_NUMBERS + (i % 3)] / quad.count;
  }
  let reach = 0;
  for (let point = 0; point < quad.count; point++) {
    reach = Math.max(reach, distanceAlong(quad.values, point * POINT_NUMBERS, middle, direction));
  }
  for (let triangle = 0; triangle < grid.indices.length / 3; triangle++) {
    if (!surfaces.readTriangle(placement, face, grid, triangle, facet)) return;
    if (isNear(facet, middle, direction, reach)) add(quad, facet, direction, plane);
  }
}

/** Returns the distance of a point from the line through `middle` along a direction. */
function distanceAlong(
  points: Float64Array,
  at: number,
  middle: readonly number[],
  direction: ArrayLike<number>,
): number {
  const [x, y, z] = [0, 1, 2].map((axis) => points[at + axis] - middle[axis]);
  const along = x * direction[0] + y * direction[1] + z * direction[2];
  return Math.sqrt(Math.max(0, x * x + y * y + z * z - along * along));
}

/**
 * Whether the circle around a triangle's first corner overlaps a circle of the given radius around
 * the line.
 */
function isNear(
  { flat }: Facet,
  middle: readonly number[],
  direction: ArrayLike<number>,
  reach: number,
): boolean {
  const edge = (corner: number) =>
    Math.hypot(
      flat[corner * 3] - flat[0],
      flat[corner * 3 + 1] - flat[1],
      flat[corner * 3 + 2] - flat[2],
    );
  return distanceAlong(flat, 0, middle, direction) <= reach + Math.max(edge(1), edge(2));
}
