/**
 * Entities of a simulation as columns: class, name, place, motion, and the numbers of each class'
 * state. Rows are never reused; entities that are made later get new ones.
 */

import type { StringPool } from "./string-pool.ts";

/** Value of `thinkTick` for entities that do not think, and of `touchTick` for untouched ones. */
export const NEVER = -1;

const NAMELESS: readonly number[] = [];

export class EntityTable {
  count = 0;
  /** Row of the class in the list of classes; 0 for classes that are not simulated. */
  classRow = new Int32Array(0);
  /** Class name, number of the string pool, lower case. */
  className = new Int32Array(0);
  /** Name in its own spelling, number of the string pool; 0 for none. */
  name = new Int32Array(0);
  /** Last name that the entity had, which the log shows after it was removed. */
  givenName = new Int32Array(0);
  /** Row of the entity lump that it was made from. */
  lumpRow = new Int32Array(0);
  isRemoved = new Uint8Array(0);
  /** Whether the entity is not drawn (`EF_NODRAW`). */
  isHidden = new Uint8Array(0);
  /** Frame of textures that have several, which env_texturetoggle sets. */
  textureFrame = new Uint8Array(0);
  spawnflags = new Int32Array(0);
  /** Row of the entity that carries it; -1 for none. */
  parent = new Int32Array(0);
  thinkTick = new Int32Array(0);
  /** First number of the entity's state in `state`. */
  firstState = new Int32Array(0);
  /** Numbers of all states. */
  state = new Float64Array(0);
  stateCount = 0;
  /** Row of the map's models; 0 for entities without. */
  model = new Int32Array(0);
  /** `TOUCH` in touch/touches.ts: how the player touches the entity, and in which tick it last did. */
  touchKind = new Uint8Array(0);
  touchTick = new Int32Array(0);
  /** Place in the parent's space: inches, and pitch, yaw and roll in degrees. */
  origin = new Float64Array(0);
  angles = new Float64Array(0);
  /** Inches and degrees a second, in the parent's space. */
  velocity = new Float64Array(0);
  angularVelocity = new Float64Array(0);
  /** Destination of the current move: a position or angles, by `moveKind`. */
  goal = new Float64Array(0);
  moveKind = new Uint8Array(0);
  /** Seconds until `moveDone` runs; negative for never. */
  moveTime = new Float64Array(0);
  /** Entity that blocked the last move; -1 for none. */
  blocker = new Int32Array(0);

  readonly #strings: StringPool;
  /**
   * Rows of each name in lower case, ascending. Rows that were renamed or removed since stay in, and
   * are skipped: entities with one name may be many.
   */
  readonly #rowsByName = new Map<number, number[]>();
  /** Rows that match a wildcard, by the text before its star. Cleared when an entity gets a name. */
  readonly #rowsByPattern = new Map<string, number[]>();

  constructor(strings: StringPool) {
    this.#strings = strings;
  }

  /** Adds a row without state. */
  add(): number {
    const row = this.count++;
    if (row >= this.classRow.length) this.#grow();
    // The row may have been one before time went back.
    for (const column of COLUMNS) this[column][row] = 0;
    for (const column of VECTORS) this[column].fill(0, row * 3, row * 3 + 3);
    this.parent[row] = -1;
    this.thinkTick[row] = NEVER;
    this.moveTime[row] = -1;
    this.blocker[row] = -1;
    this.touchTick[row] = NEVER;
    return row;
  }

  /** Gives a row `size` numbers of state, all 0. */
  addState(row: number, size: number): void {
    this.firstState[row] = this.stateCount;
    this.stateCount += size;
    if (this.stateCount > this.state.length) {
      this.state = grown(this.state, Math.max(this.stateCount, this.state.length * 2));
    }
  }

  setName(row: number, name: number): void {
    if (this.name[row] === name) return;
    this.name[row] = name;
    if (name === 0) return;
    this.givenName[row] = name;
    this.#rowsByPattern.clear();
    this.#index(row);
  }

  /**
   * Returns the first row after `after` whose name a query in lower case matches; -1 for none. A
   * query that has a star matches names that begin like it (`NamesMatch`, Source SDK 2013,
   * baseentity.cpp).
   */
  nextNamed(query: string, after: number): number {
    const star = query.indexOf("*");
    const pattern = star < 0 ? "" : query.slice(0, star);
    const folded = star < 0 ? this.#strings.intern(query) : 0;
    const rows = (star < 0 ? this.#rowsByName.get(folded) : this.#rowsLike(pattern)) ?? NAMELESS;
    for (let i = firstAbove(rows, after); i < rows.length; i++) {
      const row = rows[i];
      const name = this.#strings.foldedOf(this.name[row]);
      if (name === 0) continue;
      if (star < 0 ? name === folded : this.#strings.text(name).startsWith(pattern)) return row;
    }
    return -1;
  }

  #rowsLike(start: string): readonly number[] {
    const known = this.#rowsByPattern.get(start);
    if (known !== undefined) return known;
    const rows: number[] = [];
    for (let row = 0; row < this.count; row++) {
      const name = this.#strings.foldedOf(this.name[row]);
      if (name !== 0 && this.#strings.text(name).startsWith(start)) rows.push(row);
    }
    this.#rowsByPattern.set(start, rows);
    return rows;
  }

  #index(row: number): void {
    const folded = this.#strings.foldedOf(this.name[row]);
    const rows = this.#rowsByName.get(folded);
    if (rows === undefined) this.#rowsByName.set(folded, [row]);
    else if (rows[rows.length - 1] < row) rows.push(row);
    else {
      const at = firstAbove(rows, row - 1);
      if (rows[at] !== row) rows.splice(at, 0, row);
    }
  }

  #grow(): void {
    const capacity = Math.max(64, this.classRow.length * 2);
    for (const column of COLUMNS) this[column] = grown(this[column], capacity) as never;
    for (const column of VECTORS) this[column] = grown(this[column], capacity * 3);
  }

  save(): EntityState {
    const columns: Record<string, Column> = { state: this.state.slice(0, this.stateCount) };
    for (const column of COLUMNS) columns[column] = this[column].slice(0, this.count);
    for (const column of VECTORS) columns[column] = this[column].slice(0, this.count * 3);
    return { count: this.count, stateCount: this.stateCount, columns };
  }

  restore({ count, stateCount, columns }: EntityState): void {
    this.count = count;
    this.stateCount = stateCount;
    for (const name of ["state", ...COLUMNS, ...VECTORS] as const) this[name].set(columns[name]);
    this.#rowsByPattern.clear();
    this.#rowsByName.clear();
    for (let row = 0; row < count; row++) if (this.name[row] !== 0) this.#index(row);
  }
}

type Column = Int32Array | Uint8Array | Float64Array;

const COLUMNS = [
  ...([
    "classRow",
    "className",
    "name",
    "givenName",
    "lumpRow",
    "isRemoved",
    "isHidden",
    "spawnflags",
    "parent",
  ] as const),
  ...(["thinkTick", "firstState", "model", "moveKind", "moveTime", "blocker"] as const),
  ...(["touchKind", "touchTick", "textureFrame"] as const),
] as const;
const VECTORS = ["origin", "angles", "velocity", "angularVelocity", "goal"] as const;

/** Everything of an entity table that changes with time. */
export interface EntityState {
  readonly count: number;
  readonly stateCount: number;
  readonly columns: Readonly<Record<string, Column>>;
}

/** Index of the first number above `value` in ascending numbers. */
function firstAbove(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function grown<T extends Column>(column: T, length: number): T {
  const larger = new (column.constructor as new (length: number) => T)(length);
  larger.set(column);
  return larger;
}
