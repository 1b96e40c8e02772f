/**
 * A displacement's grid of (2^power + 1)^2 vertices. Corners are numbered from the one nearest the
 * start position, in the face's order. Row i runs from corner 0 to 1 (and 3 to 2), column j from
 * that side to the other. Source of the layout: Valve's public `builddisp.cpp`.
 */

import type { VmfDispInfo } from "../../../../formats/vmf/types.ts";

/** Displaced side of a world brush, and its face. */
export interface DisplacedSide {
  /** Number in LUMP_FACES. */
  readonly face: number;
  /**
   * 12 numbers: the whole side's corners in the order of the face's surfedges, clockwise from the
   * front.
   */
  readonly corners: ArrayLike<number>;
  readonly dispInfo: VmfDispInfo;
  /** The brush's `CONTENTS_*`. */
  readonly contents: number;
  /** 8 numbers of the face's texinfo, luxels per inch. */
  readonly lightmapVecs: ArrayLike<number>;
}

export interface DispGrid {
  readonly power: number;
  /** Vertices along a side. */
  readonly edge: number;
  /** 12 numbers: the side's corners from the start corner on, clockwise from the front. */
  readonly corners: Float64Array;
  /** 3 a vertex, row by row: position on the flat side. */
  readonly flat: Float64Array;
  /** 3 a vertex: displaced position. */
  readonly position: Float64Array;
  /** 0..255. */
  readonly alpha: Float32Array;
}

export function buildDispGrid(corners: ArrayLike<number>, info: VmfDispInfo): DispGrid {
  const edge = (1 << info.power) + 1;
  const turned = turnToStart(corners, info.startPosition);
  const flat = new Float64Array(edge * edge * 3);
  const position = new Float64Array(edge * edge * 3);
  const elevation = faceNormal(turned).map((value) => value * info.elevation);
  const at = (corner: number, axis: number) => turned[corner * 3 + axis];
  for (let row = 0; row < edge; row++) {
    const v = row / (edge - 1);
    for (let column = 0; column < edge; column++) {
      const u = column / (edge - 1);
      const vertex = row * edge + column;
      for (let axis = 0; axis < 3; axis++) {
        const i = vertex * 3 + axis;
        const from = at(0, axis) + (at(1, axis) - at(0, axis)) * v;
        const to = at(3, axis) + (at(2, axis) - at(3, axis)) * v;
        const moved = info.normals[i] * info.distances[vertex] + info.offsets[i];
        flat[i] = from + (to - from) * u;
        position[i] = flat[i] + moved + elevation[axis];
      }
    }
  }
  return {
    power: info.power,
    edge,
    corners: turned,
    flat,
    position,
    alpha: Float32Array.from(info.alphas),
  };
}

/** Returns the corners, starting with the one nearest a point; of equally near ones the first. */
function turnToStart(corners: ArrayLike<number>, start: readonly number[]): Float64Array {
  let first = 0;
  let nearest = Number.POSITIVE_INFINITY;
  for (let corner = 0; corner < 4; corner++) {
    const distance = Math.hypot(
      corners[corner * 3] - start[0],
      corners[corner * 3 + 1] - start[1],
      corners[corner * 3 + 2] - start[2],
    );
    if (distance < nearest) {
      nearest = distance;
      first = corner;
    }
  }
  return Float64Array.from({ length: 12 }, (_, i) => corners[(first * 3 + i) % 12]);
}

/**
 * Returns the unit normal of a polygon that is clockwise seen from the front, from its first three
 * points.
 */
export function faceNormal(points: ArrayLike<number>): [number, number, number] {
  return triangleNormal(points, 0, 1, 2);
}

/**
 * Returns the unit normal of three of the points, clockwise seen from the front; zeros if
 * collinear.
 */
export function triangleNormal(
  points: ArrayLike<number>,
  a: number,
  b: number,
  c: number,
): [number, number, number] {
  const e = [0, 1, 2].map((axis) => points[a * 3 + axis] - points[b * 3 + axis]);
  const f = [0, 1, 2].map((axis) => points[c * 3 + axis] - points[b * 3 + axis]);
  const x = e[1] * f[2] - e[2] * f[1];
  const y = e[2] * f[0] - e[0] * f[2];
  const z = e[0] * f[1] - e[1] * f[0];
  const length = Math.hypot(x, y, z);
  return length === 0 ? [0, 0, 0] : [x / length, y / length, z / length];
}

/**
 * Lists the two triangles of each cell, row by row, in the order of `LUMP_DISP_TRIS`, clockwise
 * from the front. A cell's diagonal alternates with the parity of its first vertex's number.
 */
export function listCellTriangles(edge: number): Uint16Array {
  const triangles: number[] = [];
  for (let row = 0; row < edge - 1; row++) {
    for (let column = 0; column < edge - 1; column++) {
      const a = row * edge + column;
      const b = a + edge;
      if (a % 2 === 1) triangles.push(a, b, a + 1, a + 1, b, b + 1);
      else triangles.push(a, b, b + 1, a, b + 1, a + 1);
    }
  }
  return Uint16Array.from(triangles);
}
