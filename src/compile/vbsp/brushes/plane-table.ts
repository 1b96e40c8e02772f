/** Table of the map's planes, in pairs: row `i ^ 1` is the opposite of row `i`. */

import { checkLimit, MAX_MAP_PLANES } from "../limits.ts";

const NORMAL_EPSILON = 1e-5;
const DIST_EPSILON = 0.01;

/** `PLANE_X`, `PLANE_Y` and `PLANE_Z` are below this: the normal is an axis. */
export const PLANE_ANY_X = 3;

/** Returns a unit vector, snapped to an axis if it is close to one. */
export function snapNormal(x: number, y: number, z: number): readonly [number, number, number] {
  const isAxis = (value: number) => Math.abs(Math.abs(value) - 1) < NORMAL_EPSILON;
  if (isAxis(x)) return [Math.sign(x), 0, 0];
  if (isAxis(y)) return [0, Math.sign(y), 0];
  return isAxis(z) ? [0, 0, Math.sign(z)] : [x, y, z];
}

export class PlaneTable {
  /** 3 a plane, unit length. */
  readonly normal: number[] = [];
  readonly dist: number[] = [];
  /** 0..2: normal along an axis; 3..5: nearest to that axis. */
  readonly type: number[] = [];
  readonly #rowsByDist = new Map<number, number[]>();

  get count(): number {
    return this.dist.length;
  }

  /** Returns the row of a plane. Adds a new pair if none. */
  find(nx: number, ny: number, nz: number, dist: number): number {
    const [x, y, z] = snapNormal(Math.fround(nx), Math.fround(ny), Math.fround(nz));
    const rounded = Math.round(dist);
    const d = Math.abs(dist - rounded) < DIST_EPSILON ? rounded : Math.fround(dist);
    const bucket = Math.floor(Math.abs(d));
    for (let near = bucket - 1; near <= bucket + 1; near++) {
      for (const row of this.#rowsByDist.get(near) ?? []) {
        if (
          Math.abs(this.normal[row * 3] - x) < NORMAL_EPSILON &&
          Math.abs(this.normal[row * 3 + 1] - y) < NORMAL_EPSILON &&
          Math.abs(this.normal[row * 3 + 2] - z) < NORMAL_EPSILON &&
          Math.abs(this.dist[row] - d) < DIST_EPSILON
        ) {
          return row;
        }
      }
    }
    return this.#add(x, y, z, d, bucket);
  }

  #add(x: number, y: number, z: number, dist: number, bucket: number): number {
    const row = this.count;
    checkLimit("planes", row + 2, MAX_MAP_PLANES);
    const size = [Math.abs(x), Math.abs(y), Math.abs(z)];
    const axis = size[0] >= size[1] && size[0] >= size[2] ? 0 : size[1] >= size[2] ? 1 : 2;
    // The first of an axial pair points along the axis. The first of other pairs has the direction
    // that was looked up first.
    const flip = size[axis] === 1 && [x, y, z][axis] < 0 ? -1 : 1;
    for (const sign of [flip, -flip]) {
      // `+ 0` turns -0 to 0, for equal bytes.
      this.normal.push(x * sign + 0, y * sign + 0, z * sign + 0);
      this.dist.push(dist * sign + 0);
      this.type.push(size[axis] === 1 ? axis : axis + PLANE_ANY_X);
    }
    const rows = this.#rowsByDist.get(bucket);
    if (rows) rows.push(row, row + 1);
    else this.#rowsByDist.set(bucket, [row, row + 1]);
    return flip < 0 ? row + 1 : row;
  }
}
