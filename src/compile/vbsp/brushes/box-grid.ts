/** Finds the boxes that touch a box, among many, by a grid over x and y. */

const CELL = 256;

export interface Boxed {
  readonly mins: ArrayLike<number>;
  readonly maxs: ArrayLike<number>;
}

export class BoxGrid<T extends Boxed> {
  readonly #boxes: readonly T[];
  readonly #cells = new Map<number, number[]>();
  /** The query that last looked at each box. */
  readonly #seen: Uint32Array;
  #query = 0;

  constructor(boxes: readonly T[]) {
    this.#boxes = boxes;
    this.#seen = new Uint32Array(boxes.length);
    for (const [i, box] of boxes.entries()) {
      for (const key of cellsOf(box)) {
        const cell = this.#cells.get(key);
        if (cell) cell.push(i);
        else this.#cells.set(key, [i]);
      }
    }
  }

  /** The other boxes that touch one, in the order in which they were given. */
  listTouching(box: T): T[] {
    const found: number[] = [];
    this.#query++;
    for (const key of cellsOf(box)) {
      for (const i of this.#cells.get(key) ?? []) {
        if (this.#seen[i] === this.#query) continue;
        this.#seen[i] = this.#query;
        if (this.#boxes[i] !== box && touches(this.#boxes[i], box)) found.push(i);
      }
    }
    return found.sort((a, b) => a - b).map((i) => this.#boxes[i]);
  }
}

function touches(a: Boxed, b: Boxed): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if (a.mins[axis] > b.maxs[axis] || a.maxs[axis] < b.mins[axis]) return false;
  }
  return true;
}

function cellsOf({ mins, maxs }: Boxed): number[] {
  const keys: number[] = [];
  for (let x = Math.floor(mins[0] / CELL); x <= Math.floor(maxs[0] / CELL); x++) {
    for (let y = Math.floor(mins[1] / CELL); y <= Math.floor(maxs[1] / CELL); y++) {
      keys.push(x * 65536 + y);
    }
  }
  return keys;
}
