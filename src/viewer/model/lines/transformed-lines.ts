/** Lines through a 3x4 row-major matrix. None of this allocates. */

import type { LineRows } from "../../../render/lines/line-rows.ts";

/** @param at where the matrix begins in `m` */
export function addTransformed(
  rows: LineRows,
  m: Float32Array,
  at: number,
  x0: number,
  y0: number,
  z0: number,
  x1: number,
  y1: number,
  z1: number,
  color: number,
): void {
  rows.add(
    m[at] * x0 + m[at + 1] * y0 + m[at + 2] * z0 + m[at + 3],
    m[at + 4] * x0 + m[at + 5] * y0 + m[at + 6] * z0 + m[at + 7],
    m[at + 8] * x0 + m[at + 9] * y0 + m[at + 10] * z0 + m[at + 11],
    m[at] * x1 + m[at + 1] * y1 + m[at + 2] * z1 + m[at + 3],
    m[at + 4] * x1 + m[at + 5] * y1 + m[at + 6] * z1 + m[at + 7],
    m[at + 8] * x1 + m[at + 9] * y1 + m[at + 10] * z1 + m[at + 11],
    color,
  );
}

/** The twelve edges of a box, whose mins and maxs are three numbers each from `row` on. */
export function addBox(
  rows: LineRows,
  m: Float32Array,
  at: number,
  mins: Float32Array,
  maxs: Float32Array,
  row: number,
  color: number,
): void {
  for (let axis = 0; axis < 3; axis++) {
    for (let side = 0; side < 4; side++) {
      // Along one axis, from each corner of the face across it.
      const u = (side & 1) === 0 ? mins : maxs;
      const v = (side & 2) === 0 ? mins : maxs;
      const x = axis === 0 ? mins : u;
      const y = axis === 1 ? mins : axis === 0 ? u : v;
      const z = axis === 2 ? mins : v;
      const x0 = x[row];
      const y0 = y[row + 1];
      const z0 = z[row + 2];
      const x1 = axis === 0 ? maxs[row] : x0;
      const y1 = axis === 1 ? maxs[row + 1] : y0;
      const z1 = axis === 2 ? maxs[row + 2] : z0;
      addTransformed(rows, m, at, x0, y0, z0, x1, y1, z1, color);
    }
  }
}
