/** Normals of displacements, made to agree where grids meet. */

import type { DisplacementGrid } from "./displacement.ts";

/** Vertices that round to the same multiples of this (inches) count as one. */
const WELD_DISTANCE = 0.25;
/** Half the multiples that an axis has: maps reach 16,384 inches each way. */
const WELD_STEPS = 16384 / WELD_DISTANCE;

/** A number for the place that a vertex lies in: 17 bits an axis. */
function placeOf({ position }: DisplacementGrid, vertex: number): number {
  let place = 0;
  for (let axis = 0; axis < 3; axis++) {
    const step = Math.round(position[vertex * 3 + axis] / WELD_DISTANCE) + WELD_STEPS;
    place = place * WELD_STEPS * 2 + step;
  }
  return place;
}

/** The vertices along the four sides of a grid. */
function listRim(edge: number): number[] {
  const last = edge - 1;
  const rim: number[] = [];
  for (let i = 0; i < last; i++) {
    rim.push(i, i * edge + last, last * edge + last - i, (last - i) * edge);
  }
  return rim;
}

/**
 * Normalizes the grids' normals after adding up those of vertices in one place, so that light runs
 * smoothly over the seams between displacements.
 */
export function smoothNormals(grids: readonly DisplacementGrid[]): void {
  const rowOfPlace = new Map<number, number>();
  /** 3 a row. */
  const sums: number[] = [];
  const rims = grids.map((grid) => listRim(grid.edge));
  const rows = grids.map((grid, g) =>
    rims[g].map((vertex) => {
      const place = placeOf(grid, vertex);
      let row = rowOfPlace.get(place);
      if (row === undefined) {
        row = sums.push(0, 0, 0) - 3;
        rowOfPlace.set(place, row);
      }
      for (let axis = 0; axis < 3; axis++) sums[row + axis] += grid.normal[vertex * 3 + axis];
      return row;
    }),
  );
  for (const [g, { normal }] of grids.entries()) {
    for (const [i, vertex] of rims[g].entries()) {
      for (let axis = 0; axis < 3; axis++) normal[vertex * 3 + axis] = sums[rows[g][i] + axis];
    }
    for (let i = 0; i < normal.length; i += 3) {
      const length = Math.hypot(normal[i], normal[i + 1], normal[i + 2]) || 1;
      for (let axis = 0; axis < 3; axis++) normal[i + axis] /= length;
    }
  }
}
