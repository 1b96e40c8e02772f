/** Places by cells of space, to ask whether any is near: a map has thousands, and is asked as often. */

import type { Vec3 } from "../findings.ts";

/** Odd numbers that spread cells over a table: two in one row cost a moment, and change nothing. */
const SPREAD = [73_856_093, 19_349_663, 83_492_791];
const AROUND = [-1, 0, 1];

export class PlaceGrid {
  readonly #reach: number;
  readonly #draw: (tests: number) => void;
  readonly #rows = new Map<number, Vec3[]>();

  /**
   * @param reach inches: what is nearer is near
   * @param draw is told of how many places are looked at, before they are
   */
  constructor(places: Iterable<Vec3>, reach: number, draw: (tests: number) => void) {
    this.#reach = reach;
    this.#draw = draw;
    const known = new Set<string>();
    for (const place of places) {
      // Of a stack of models one says it all.
      const name = place.join();
      if (known.has(name)) continue;
      known.add(name);
      const row = rowOf(this.#cellOf(place));
      const list = this.#rows.get(row);
      if (list === undefined) this.#rows.set(row, [place]);
      else list.push(place);
    }
  }

  isNear(at: Vec3): boolean {
    const [x, y, z] = this.#cellOf(at);
    const reach = this.#reach ** 2;
    for (const dx of AROUND) {
      for (const dy of AROUND) {
        for (const dz of AROUND) {
          const list = this.#rows.get(rowOf([x + dx, y + dy, z + dz]));
          if (list === undefined) continue;
          this.#draw(list.length);
          if (list.some((place) => squareOf(place, at) < reach)) return true;
        }
      }
    }
    return false;
  }

  #cellOf([x, y, z]: Vec3): Vec3 {
    const size = this.#reach;
    return [Math.floor(x / size), Math.floor(y / size), Math.floor(z / size)];
  }
}

const rowOf = ([x, y, z]: Vec3): number =>
  Math.imul(x, SPREAD[0]) ^ Math.imul(y, SPREAD[1]) ^ Math.imul(z, SPREAD[2]);

const squareOf = ([ax, ay, az]: Vec3, [bx, by, bz]: Vec3): number =>
  (ax - bx) ** 2 + (ay - by) ** 2 + (az - bz) ** 2;
