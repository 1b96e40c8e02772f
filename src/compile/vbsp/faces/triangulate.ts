/**
 * Triangulates faces with vertices in the middle of straight edges, where a fan would have
 * degenerate triangles. The triangles become the primitives of such faces.
 */

import { checkLimit, MAX_MAP_VERTS } from "../limits.ts";

// Table of the map's vertices. Almost equal points become one.

/** Inches within which points are joined. */
const JOIN_DISTANCE = 0.1;
/** Inches within which a coordinate is rounded to an integer. */
const WHOLE_DISTANCE = 0.01;

export class VertexTable {
  /** 3 a vertex. Vertex 0 is unused, as in the real compiler's maps. */
  readonly position: number[] = [0, 0, 0];
  readonly #byCell = new Map<number, number[]>();

  get count(): number {
    return this.position.length / 3;
  }

  find(px: number, py: number, pz: number): number {
    const x = snap(px);
    const y = snap(py);
    const z = snap(pz);
    const d = JOIN_DISTANCE;
    for (let i = Math.floor(x - d); i <= Math.floor(x + d); i++) {
      for (let j = Math.floor(y - d); j <= Math.floor(y + d); j++) {
        for (let k = Math.floor(z - d); k <= Math.floor(z + d); k++) {
          for (const row of this.#byCell.get(cellKey(i, j, k)) ?? []) {
            if (
              Math.abs(this.position[row * 3] - x) < d &&
              Math.abs(this.position[row * 3 + 1] - y) < d &&
              Math.abs(this.position[row * 3 + 2] - z) < d
            ) {
              return row;
            }
          }
        }
      }
    }
    const row = this.count;
    checkLimit("vertices", row + 1, MAX_MAP_VERTS);
    this.position.push(x, y, z);
    const key = cellKey(Math.floor(x), Math.floor(y), Math.floor(z));
    const cell = this.#byCell.get(key);
    if (cell) cell.push(row);
    else this.#byCell.set(key, [row]);
    return row;
  }
}

function snap(value: number): number {
  const whole = Math.round(value);
  // `+ 0` turns -0 to 0, for equal bytes.
  return (Math.abs(value - whole) < WHOLE_DISTANCE ? whole : Math.fround(value)) + 0;
}

/** Returns the key of a one-inch cell. Coordinates are within 2^16. */
const cellKey = (i: number, j: number, k: number): number =>
  ((i + 65536) * 131072 + (j + 65536)) * 131072 + (k + 65536);

/** Area in square inches below which a triangle counts as degenerate. */
const FLAT_AREA = 0.01;

/** Whether a fan from the first vertex has a degenerate triangle. */
export function needsTriangles(loop: readonly number[], { position }: VertexTable): boolean {
  for (let i = 1; i + 1 < loop.length; i++) {
    if (triangleArea(position, loop[0], loop[i], loop[i + 1]) < FLAT_AREA) return true;
  }
  return false;
}

/** Returns triangles of a loop, as indices into it. None is degenerate unless the whole loop is. */
export function triangulate(loop: readonly number[], { position }: VertexTable): number[] {
  const rest = loop.map((_, i) => i);
  const triangles: number[] = [];
  while (rest.length > 3) {
    let best = 0;
    let bestArea = Number.POSITIVE_INFINITY;
    for (let i = 0; i < rest.length; i++) {
      const [a, b, c] = earAt(rest, i);
      const area = triangleArea(position, loop[a], loop[b], loop[c]);
      if (area < FLAT_AREA || area >= bestArea || isFlatWithout(rest, i, loop, position)) continue;
      best = i;
      bestArea = area;
    }
    triangles.push(...earAt(rest, best));
    rest.splice(best, 1);
  }
  return [...triangles, ...rest];
}

function earAt(rest: readonly number[], i: number): [number, number, number] {
  const count = rest.length;
  return [rest[(i + count - 1) % count], rest[i], rest[(i + 1) % count]];
}

/** Whether the vertices of a loop without one are all collinear. */
function isFlatWithout(
  rest: readonly number[],
  skipped: number,
  loop: readonly number[],
  position: readonly number[],
): boolean {
  const left = rest.filter((_, i) => i !== skipped).map((i) => loop[i]);
  for (let i = 1; i + 1 < left.length; i++) {
    if (triangleArea(position, left[0], left[i], left[i + 1]) >= FLAT_AREA) return false;
  }
  return true;
}

function triangleArea(position: readonly number[], a: number, b: number, c: number): number {
  const u = [0, 1, 2].map((axis) => position[b * 3 + axis] - position[a * 3 + axis]);
  const v = [0, 1, 2].map((axis) => position[c * 3 + axis] - position[a * 3 + axis]);
  return (
    Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2
  );
}
