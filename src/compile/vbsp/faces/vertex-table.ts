/** The map's vertices: points that are nearly the same become one. */

import { checkLimit, MAX_MAP_VERTS } from "../limits.ts";

/** Inches within which points are joined. */
const JOIN_DISTANCE = 0.1;
/** Inches within which a coordinate becomes a whole number. */
const WHOLE_DISTANCE = 0.01;

export class VertexTable {
  /** 3 a vertex. Vertex 0 is not used, as in the real compiler's maps. */
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

/** Cells of an inch; coordinates are within 2^16. */
const cellKey = (i: number, j: number, k: number): number =>
  ((i + 65536) * 131072 + (j + 65536)) * 131072 + (k + 65536);
