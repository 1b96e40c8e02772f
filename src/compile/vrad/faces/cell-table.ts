/**
 * Points at which light is computed. A face's lightmap is a grid of luxels at integer coordinates.
 * A cell is the square between four luxels, clipped to the face. It is lit at its middle, which
 * therefore always lies on the face. Luxels are filtered from the surrounding cells
 * (`filter-luxels.ts`).
 */

import type { Bsp, Faces } from "../../../formats/bsp/types.ts";
import { buildDisplacementGrid, type DisplacementGrid } from "../../../scene/world/displacement.ts";
import { smoothGridNormals } from "../../../scene/world/smooth-normals.ts";
import { allocateFloat32 } from "../../shared-arrays.ts";
import type { FaceNormals } from "./face-normals.ts";
import type { FaceTable } from "./face-table.ts";

export interface CellTable {
  readonly count: number;
  /** 3 a cell: one inch in front of the face. */
  readonly position: Float32Array;
  /** 3 a cell, unit length. */
  readonly normal: Float32Array;
  /** Area in square luxels; 0 if the cell contains nothing of the face. */
  readonly area: Float32Array;
  /** 2 a cell: its middle in luxels. */
  readonly middle: Float32Array;
  /** 4 a cell: box of its part on the face, in luxels: least s and t, most s and t. */
  readonly box: Float32Array;
}

/**
 * Inches in front of a face at which its light is computed, so that the face does not shadow
 * itself.
 */
export const LIFT_INCHES = 1;
const MIN_AREA = 1e-6;

export function buildCellTable(
  bsp: Bsp,
  faces: Faces,
  table: FaceTable,
  normals: FaceNormals,
  grids: ReadonlyMap<number, DisplacementGrid>,
): CellTable {
  const count = table.firstCell[table.count];
  const cells: CellTable = {
    count,
    position: allocateFloat32(count * 3),
    normal: allocateFloat32(count * 3),
    area: allocateFloat32(count),
    middle: allocateFloat32(count * 2),
    box: allocateFloat32(count * 4),
  };
  const sources = { bsp, faces, table, normals };
  for (let face = 0; face < table.count; face++) {
    if (table.isLit[face] === 0) continue;
    const grid = grids.get(face);
    if (grid) writeGridCells(cells, table, face, grid);
    else writeFlatCells(cells, sources, face);
  }
  return cells;
}

/** Builds the grids of all displacements by face, with equal normals where they meet. */
export function buildGrids(bsp: Bsp, faces: Faces): Map<number, DisplacementGrid> {
  const grids = new Map<number, DisplacementGrid>();
  for (let face = 0; face < faces.count; face++) {
    if (faces.dispInfo[face] >= 0) grids.set(face, buildDisplacementGrid(bsp, faces, face));
  }
  smoothGridNormals([...grids.values()]);
  return grids;
}

/** Returns a face's polygon in luxels, 2 a corner. */
export function projectPolygon(
  bsp: Bsp,
  table: FaceTable,
  normals: FaceNormals,
  face: number,
): number[] {
  const polygon: number[] = [];
  const m = table.luxelFromWorld.subarray(face * 8, face * 8 + 8);
  for (let i = normals.firstCorner[face]; i < normals.firstCorner[face + 1]; i++) {
    const at = normals.cornerVertex[i] * 3;
    const [x, y, z] = bsp.vertexes.position.subarray(at, at + 3);
    polygon.push(m[0] * x + m[1] * y + m[2] * z + m[3], m[4] * x + m[5] * y + m[6] * z + m[7]);
  }
  return polygon;
}

interface CellSources {
  readonly bsp: Bsp;
  readonly faces: Faces;
  readonly table: FaceTable;
  readonly normals: FaceNormals;
}

function writeFlatCells(
  cells: CellTable,
  { bsp, faces, table, normals }: CellSources,
  face: number,
): void {
  const [across, down] = table.cells.subarray(face * 2, face * 2 + 2);
  const m = table.worldFromLuxel.subarray(face * 9, face * 9 + 9);
  const n = table.normal.subarray(face * 3, face * 3 + 3);
  const o = table.origin.subarray(face * 3, face * 3 + 3);
  let rest = projectPolygon(bsp, table, normals, face);
  const phong = normals.isFlat[face] === 1 ? null : makePhong(bsp, faces, normals, face);
  for (let t = 0; t < down; t++) {
    // The last row and column include parts outside because of rounding.
    const row = t + 1 < down ? cut(rest, 1, t + 1, true) : rest;
    rest = t + 1 < down ? cut(rest, 1, t + 1, false) : [];
    let rowRest = row;
    for (let s = 0; s < across; s++) {
      const piece = s + 1 < across ? cut(rowRest, 0, s + 1, true) : rowRest;
      rowRest = s + 1 < across ? cut(rowRest, 0, s + 1, false) : [];
      const cell = table.firstCell[face] + t * across + s;
      if (!writePiece(cells, cell, piece)) continue;
      const u = cells.middle[cell * 2];
      const v = cells.middle[cell * 2 + 1];
      for (let axis = 0; axis < 3; axis++) {
        const point = m[axis] + m[3 + axis] * u + m[6 + axis] * v;
        cells.position[cell * 3 + axis] = point + o[axis] + n[axis] * LIFT_INCHES;
        cells.normal[cell * 3 + axis] = n[axis];
        phongPoint[axis] = point;
      }
      phong?.(cells.normal, cell * 3);
    }
  }
}

const phongPoint = [0, 0, 0];

/** Returns one side of a convex polygon cut at a coordinate. */
function cut(polygon: readonly number[], axis: 0 | 1, at: number, below: boolean): number[] {
  const out: number[] = [];
  const count = polygon.length / 2;
  const sign = below ? 1 : -1;
  for (let i = 0; i < count; i++) {
    const j = (i + 1) % count;
    const a = (at - polygon[i * 2 + axis]) * sign;
    const b = (at - polygon[j * 2 + axis]) * sign;
    if (a >= 0) out.push(polygon[i * 2], polygon[i * 2 + 1]);
    if ((a > 0 && b < 0) || (a < 0 && b > 0)) {
      const f = a / (a - b);
      out.push(
        polygon[i * 2] + (polygon[j * 2] - polygon[i * 2]) * f,
        polygon[i * 2 + 1] + (polygon[j * 2 + 1] - polygon[i * 2 + 1]) * f,
      );
    }
  }
  return out;
}

/** Writes area, centroid and box of a piece. Returns false if it is empty. */
function writePiece(cells: CellTable, cell: number, piece: readonly number[]): boolean {
  const count = piece.length / 2;
  if (count < 3) return false;
  let area = 0;
  let s = 0;
  let t = 0;
  const [s0, t0] = piece;
  const box = [s0, t0, s0, t0];
  for (let i = 1; i < count; i++) {
    const s1 = piece[i * 2];
    const t1 = piece[i * 2 + 1];
    box[0] = Math.min(box[0], s1);
    box[1] = Math.min(box[1], t1);
    box[2] = Math.max(box[2], s1);
    box[3] = Math.max(box[3], t1);
    if (i + 1 === count) break;
    const s2 = piece[i * 2 + 2];
    const t2 = piece[i * 2 + 3];
    const twice = (s1 - s0) * (t2 - t0) - (s2 - s0) * (t1 - t0);
    area += twice;
    s += twice * (s0 + s1 + s2);
    t += twice * (t0 + t1 + t2);
  }
  if (Math.abs(area) < MIN_AREA) return false;
  cells.area[cell] = Math.abs(area) / 2;
  cells.middle[cell * 2] = s / (3 * area);
  cells.middle[cell * 2 + 1] = t / (3 * area);
  cells.box.set(box, cell * 4);
  return true;
}

/**
 * Returns a function for the normal at `phongPoint`, interpolated between the plane's normal at the
 * face's middle and the normals of the two corners on either side of the point.
 */
function makePhong(bsp: Bsp, faces: Faces, normals: FaceNormals, face: number) {
  const first = normals.firstCorner[face];
  const count = faces.edgeCount[face];
  const plane = bsp.planes.normal.subarray(faces.plane[face] * 3, faces.plane[face] * 3 + 3);
  const corner = (i: number, axis: number) =>
    bsp.vertexes.position[normals.cornerVertex[first + (i % count)] * 3 + axis];
  const middle = [0, 1, 2].map((axis) => {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += corner(i, axis);
    return sum / count;
  });
  const dot = (a: readonly number[], b: readonly number[]) =>
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const arms = Array.from({ length: count }, (_, i) =>
    middle.map((value, axis) => corner(i, axis) - value),
  );
  return (out: Float32Array, offset: number): void => {
    const spot = middle.map((value, axis) => phongPoint[axis] - value);
    for (let i = 0; i < count; i++) {
      const a = arms[i];
      const b = arms[(i + 1) % count];
      const aa = dot(a, a);
      const bb = dot(b, b);
      const ab = dot(a, b);
      const determinant = aa * bb - ab * ab;
      if (Math.abs(determinant) < 1e-9 || bb === 0) continue;
      const u = (bb * dot(a, spot) - ab * dot(spot, b)) / determinant;
      const v = (dot(spot, b) - u * ab) / bb;
      if (u < 0 || v < 0) continue;
      const normal = [0, 1, 2].map(
        (axis) =>
          plane[axis] * (1 - u - v) +
          normals.cornerNormal[(first + i) * 3 + axis] * u +
          normals.cornerNormal[(first + ((i + 1) % count)) * 3 + axis] * v,
      );
      const length = Math.hypot(normal[0], normal[1], normal[2]) || 1;
      for (let axis = 0; axis < 3; axis++) out[offset + axis] = normal[axis] / length;
      return;
    }
  };
}

/**
 * Writes the cells of a displacement, whose luxels span its grid from corner to corner. Cells lie
 * on the drawn triangles. A surface interpolated between four vertices could be inches below them.
 */
function writeGridCells(
  cells: CellTable,
  table: FaceTable,
  face: number,
  grid: DisplacementGrid,
): void {
  const [across, down] = table.cells.subarray(face * 2, face * 2 + 2);
  const last = grid.edge - 1;
  const { indices } = grid;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = indices.subarray(i, i + 3);
    // Corners in cells, relative to the first cell's middle.
    const [as, bs, cs] = [a, b, c].map((v) => ((v % grid.edge) / last) * across - 0.5);
    const [at, bt, ct] = [a, b, c].map((v) => (Math.floor(v / grid.edge) / last) * down - 0.5);
    const twice = (bs - as) * (ct - at) - (cs - as) * (bt - at);
    if (twice === 0) continue;
    const lastT = Math.min(down - 1, Math.floor(Math.max(at, bt, ct) + GRID_SLACK));
    const lastS = Math.min(across - 1, Math.floor(Math.max(as, bs, cs) + GRID_SLACK));
    for (let t = Math.max(0, Math.ceil(Math.min(at, bt, ct) - GRID_SLACK)); t <= lastT; t++) {
      for (let s = Math.max(0, Math.ceil(Math.min(as, bs, cs) - GRID_SLACK)); s <= lastS; s++) {
        const u = ((s - as) * (ct - at) - (cs - as) * (t - at)) / twice;
        const v = ((bs - as) * (t - at) - (s - as) * (bt - at)) / twice;
        if (u < -GRID_SLACK || v < -GRID_SLACK || u + v > 1 + GRID_SLACK) continue;
        writeGridCell(cells, table.firstCell[face] + t * across + s, grid, [a, b, c], u, v);
        cells.middle.set([s + 0.5, t + 0.5], (table.firstCell[face] + t * across + s) * 2);
        cells.box.set([s, t, s + 1, t + 1], (table.firstCell[face] + t * across + s) * 4);
      }
    }
  }
}

/**
 * Tolerance against rounding, so that a cell on the edge of two triangles belongs to at least one.
 */
const GRID_SLACK = 1e-6;

function writeGridCell(
  cells: CellTable,
  cell: number,
  grid: DisplacementGrid,
  [a, b, c]: readonly number[],
  u: number,
  v: number,
): void {
  const mix = (values: Float32Array, axis: number) =>
    values[a * 3 + axis] * (1 - u - v) + values[b * 3 + axis] * u + values[c * 3 + axis] * v;
  const normal = [0, 1, 2].map((axis) => mix(grid.normal, axis));
  const length = Math.hypot(normal[0], normal[1], normal[2]) || 1;
  for (let axis = 0; axis < 3; axis++) {
    const n = normal[axis] / length;
    cells.normal[cell * 3 + axis] = n;
    cells.position[cell * 3 + axis] = mix(grid.position, axis) + n * LIFT_INCHES;
  }
  cells.area[cell] = 1;
}
