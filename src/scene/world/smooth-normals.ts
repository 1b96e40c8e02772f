/** Smooths normals of displacements where grids meet. */

import type { DisplacementGrid } from "./displacement.ts";

/** Grid size in inches: vertices that round to the same multiples count as one. */
const WELD_DISTANCE = 0.25;
/**
 * Multiples along an axis: 8 million inches in each direction, where floats no longer resolve
 * quarters.
 */
const WELD_STEPS = 2 ** 26;

/** Numbers places: first the column in x and y, then the height in it. */
class PlaceTable {
  readonly #columns = new Map<number, number>();
  readonly #places = new Map<number, number>();

  /** Returns the number of a vertex's place, from 0. */
  numberOf({ position }: DisplacementGrid, vertex: number): number {
    const step = (axis: number) => Math.round(position[vertex * 3 + axis] / WELD_DISTANCE);
    const column = intern(this.#columns, step(0) * WELD_STEPS + step(1));
    return intern(this.#places, column * WELD_STEPS + step(2));
  }
}

function intern(rows: Map<number, number>, key: number): number {
  const row = rows.get(key);
  if (row !== undefined) return row;
  rows.set(key, rows.size);
  return rows.size - 1;
}

/** Lists the vertices along the four sides of a grid. */
function listRim(edge: number): number[] {
  const last = edge - 1;
  const rim: number[] = [];
  for (let i = 0; i < last; i++) {
    rim.push(i, i * edge + last, last * edge + last - i, (last - i) * edge);
  }
  return rim;
}

/**
 * Normalizes the grids' normals after adding those of vertices at one place, so that light is
 * smooth across the seams between displacements.
 */
export function smoothGridNormals(grids: readonly DisplacementGrid[]): void {
  const places = new PlaceTable();
  /** 3 numbers a row. */
  const sums: number[] = [];
  const rims = grids.map((grid) => listRim(grid.edge));
  const rows = grids.map((grid, g) =>
    rims[g].map((vertex) => {
      const row = places.numberOf(grid, vertex) * 3;
      if (row === sums.length) sums.push(0, 0, 0);
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
