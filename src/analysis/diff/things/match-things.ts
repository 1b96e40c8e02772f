/** Matches the things of two versions by identity, whatever their order. */

import type { Point } from "../types.ts";
import {
  canonValues,
  compareTexts,
  isPlaceKey,
  type SharedKeys,
  SharedKeyValues,
  signPlace,
  signThing,
  type Thing,
} from "./thing.ts";

// Values of things as numbers. Matching compares many pairs, and building texts for each pair would
// be slow.

/** Pairs of key number and value number, sorted by key, without the keys that give a place. */
export type KeyRows = Int32Array;

/** Assigns numbers to texts, the same number to the same text, and shares equal rows. */
class ThingKeys {
  readonly #numbers = new Map<string, number>();
  readonly #shared = new Map<string, KeyRows>();
  /** Rows by shared keys and the values that do not give the place. */
  readonly #byKeys = new Map<SharedKeys, Map<string, KeyRows>>();

  /** Returns one array for all things with the same keys and values. */
  rowsOf(thing: Thing): KeyRows {
    const { values } = thing;
    if (!(values instanceof SharedKeyValues)) return this.#makeRows(thing);
    let known = this.#byKeys.get(values.shared);
    if (known === undefined) {
      known = new Map();
      this.#byKeys.set(values.shared, known);
    }
    let text = "";
    for (const at of values.shared.unplaced) text += `${values.texts[at]}\r`;
    let rows = known.get(text);
    if (rows === undefined) {
      rows = this.#makeRows(thing);
      known.set(text, rows);
    }
    return rows;
  }

  #makeRows(thing: Thing): KeyRows {
    const rows: number[] = [];
    for (const [key, values] of thing.values) {
      if (isPlaceKey(key)) continue;
      rows.push(this.#numberOf(key), this.#numberOf(canonValues(values)));
    }
    sortPairs(rows);
    const text = rows.join();
    const known = this.#shared.get(text);
    if (known !== undefined) return known;
    const made = Int32Array.from(rows);
    this.#shared.set(text, made);
    return made;
  }

  #numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}

/**
 * Sorts pairs by their first numbers, in place. Keys of one class mostly come in the same order.
 */
function sortPairs(rows: number[]): void {
  for (let i = 2; i < rows.length; i += 2) {
    if (rows[i] >= rows[i - 2]) continue;
    const pairs = Array.from({ length: rows.length / 2 }, (_, at) => [
      rows[at * 2],
      rows[at * 2 + 1],
    ]);
    const sorted = pairs.sort((x, y) => x[0] - y[0]).flat();
    for (let at = 0; at < rows.length; at++) rows[at] = sorted[at];
    return;
  }
}

/**
 * Counts the keys of both, and those that differ or are missing on one side, into `counts` (two
 * numbers).
 */
function countUnlike(a: KeyRows, b: KeyRows, counts: Int32Array): void {
  if (a === b) {
    counts[0] = a.length / 2;
    counts[1] = 0;
    return;
  }
  let [i, j, keys, unlike] = [0, 0, 0, 0];
  while (i < a.length || j < b.length) {
    const keyA = i < a.length ? a[i] : Number.POSITIVE_INFINITY;
    const keyB = j < b.length ? b[j] : Number.POSITIVE_INFINITY;
    keys++;
    if (keyA !== keyB || a[i + 1] !== b[j + 1]) unlike++;
    if (keyA <= keyB) i += 2;
    if (keyB <= keyA) j += 2;
  }
  counts[0] = keys;
  counts[1] = unlike;
}

// Assignment of rows to columns with the least total cost: the Hungarian method, with potentials.

/**
 * @param cost row-major, `rowCount * columnCount`, finite, with no more rows than columns
 * @returns the column of each row, with the least sum of costs
 */
export function assignBest(
  cost: Float64Array,
  rowCount: number,
  columnCount: number,
): Int32Array<ArrayBuffer> {
  // Rows and columns count from 1. Column 0 is the start of a row that is not assigned yet.
  const ofRow = new Float64Array(rowCount + 1);
  const ofColumn = new Float64Array(columnCount + 1);
  const rowOf = new Int32Array(columnCount + 1);
  const before = new Int32Array(columnCount + 1);
  const least = new Float64Array(columnCount + 1);
  const isUsed = new Uint8Array(columnCount + 1);
  for (let row = 1; row <= rowCount; row++) {
    rowOf[0] = row;
    least.fill(Number.POSITIVE_INFINITY);
    isUsed.fill(0);
    let column = 0;
    do {
      isUsed[column] = 1;
      const from = rowOf[column];
      let step = Number.POSITIVE_INFINITY;
      let next = 0;
      for (let j = 1; j <= columnCount; j++) {
        if (isUsed[j] === 1) continue;
        const reduced = cost[(from - 1) * columnCount + j - 1] - ofRow[from] - ofColumn[j];
        if (reduced < least[j]) {
          least[j] = reduced;
          before[j] = column;
        }
        if (least[j] < step) {
          step = least[j];
          next = j;
        }
      }
      for (let j = 0; j <= columnCount; j++) {
        if (isUsed[j] === 1) {
          ofRow[rowOf[j]] += step;
          ofColumn[j] -= step;
        } else least[j] -= step;
      }
      column = next;
    } while (rowOf[column] !== 0);
    while (column !== 0) {
      rowOf[column] = rowOf[before[column]];
      column = before[column];
    }
  }
  const columnOf = new Int32Array(rowCount).fill(-1);
  for (let j = 1; j <= columnCount; j++) if (rowOf[j] > 0) columnOf[rowOf[j] - 1] = j - 1;
  return columnOf;
}

export interface MatchedThings {
  /** Pairs of rows: of A, and of B. */
  readonly pairs: readonly (readonly [a: number, b: number])[];
  readonly removed: readonly number[];
  readonly added: readonly number[];
}

/** Distance in inches below which a thing counts as unmoved. */
const SAME_PLACE = 1;
/** Distance in inches whose cost is half of the largest cost for distance. */
const HALF_APART = 256;
/** Most things of one kind in one assignment, which takes a millisecond. */
const MOST_ASSIGNED = 96;

/**
 * Matches things in this order: equal values; the editor's number; kind and name; the cheapest
 * assignment of the rest of each kind, by values that differ and distance; and place alone.
 */
export function matchThings(a: readonly Thing[], b: readonly Thing[]): MatchedThings {
  const matcher = new Matcher(a, b);
  // Without any number both passes would form the same groups.
  const isNumbered = ({ id }: Thing) => id !== "";
  if (a.some(isNumbered) || b.some(isNumbered)) {
    matcher.pairAll((sign, { id }) => `${sign}\r${id}`);
  }
  matcher.pairAll((sign) => sign);
  matcher.pairUnique(({ id }) => id, isSameById);
  matcher.pairUnique(({ kind, name }) => (name === "" ? "" : `${kind}\r${name}`));
  matcher.byAssignment();
  matcher.pairUnique(({ place }) => (place === null ? "" : signPlace(place)));
  return matcher.result();
}

/**
 * Returns whether the same editor number means the same thing. Editors number each map from 1, so
 * unrelated maps share numbers.
 */
const isSameById = (a: Thing, b: Thing): boolean =>
  a.kind === b.kind || (a.name !== "" && a.name === b.name) || distanceOf(a, b) < SAME_PLACE;

function distanceOf({ place: a }: Thing, { place: b }: Thing): number {
  if (a === null || b === null) return a === b ? 0 : Number.POSITIVE_INFINITY;
  const x = a[0] - b[0];
  const y = a[1] - b[1];
  const z = a[2] - b[2];
  // Math.hypot takes ten times as long.
  return Math.sqrt(x * x + y * y + z * z);
}

/** Texts by `signThing`, made when they are needed. */
class Signs {
  readonly #things: readonly Thing[];
  readonly #known: (string | undefined)[];

  constructor(things: readonly Thing[]) {
    this.#things = things;
    this.#known = new Array(things.length);
  }

  of(row: number): string {
    const sign = this.#known[row] ?? signThing(this.#things[row]);
    this.#known[row] = sign;
    return sign;
  }
}

/**
 * Set of the places of things. Finds out without a text that a thing is equal to none of them, which
 * is so for most things that moved.
 */
class PlaceFilter {
  /** A bit for each hash of a cell of one inch. */
  readonly #bits: Uint8Array;
  readonly #mask: number;

  constructor(things: readonly Thing[]) {
    const bits = Math.max(10, Math.ceil(Math.log2(things.length + 1)) + 5);
    this.#mask = 2 ** bits - 1;
    this.#bits = new Uint8Array(2 ** (bits - 3));
    for (const { place } of things) this.#add(place);
  }

  /** False if no thing has this place, as `signPlace` writes it. */
  mayHave(place: Point | null): boolean {
    const hash =
      place === null
        ? 0
        : hashPlace(Math.floor(place[0]), Math.floor(place[1]), Math.floor(place[2]));
    return (this.#bits[(hash & this.#mask) >>> 3] & (1 << (hash & 7))) !== 0;
  }

  /** Adds the cells of all places that `signPlace` writes alike. */
  #add(place: Point | null): void {
    if (place === null) {
      this.#set(0);
      return;
    }
    const [x, y, z] = place;
    for (let corner = 0; corner < 8; corner++) {
      const cellX = Math.floor(x + (corner & 1 ? ALIKE : -ALIKE));
      const cellY = Math.floor(y + (corner & 2 ? ALIKE : -ALIKE));
      const cellZ = Math.floor(z + (corner & 4 ? ALIKE : -ALIKE));
      this.#set(hashPlace(cellX, cellY, cellZ));
    }
  }

  #set(hash: number): void {
    this.#bits[(hash & this.#mask) >>> 3] |= 1 << (hash & 7);
  }
}

/** Inches by which places with one text may differ, and a little more. */
const ALIKE = 0.11;

function hashPlace(x: number, y: number, z: number): number {
  const hash = Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791);
  return hash ^ (hash >>> 15);
}

class Matcher {
  readonly #a: readonly Thing[];
  readonly #b: readonly Thing[];
  /** Row of the other side; −1 if unmatched. */
  readonly #ofA: Int32Array;
  readonly #ofB: Int32Array;
  readonly #signsA: Signs;
  readonly #signsB: Signs;
  readonly #keys = new ThingKeys();

  constructor(a: readonly Thing[], b: readonly Thing[]) {
    this.#a = a;
    this.#b = b;
    this.#ofA = new Int32Array(a.length).fill(-1);
    this.#ofB = new Int32Array(b.length).fill(-1);
    this.#signsA = new Signs(a);
    this.#signsB = new Signs(b);
  }

  /** Pairs things of the same text in the order of their rows, as many as both sides have. */
  pairAll(textOf: (sign: string, thing: Thing) => string): void {
    // First unmatched row of each text in A, and the next row with the same text.
    const first = new Map<string, number>();
    const next = new Int32Array(this.#a.length).fill(-1);
    const placesB = new PlaceFilter(this.#b);
    for (let row = this.#a.length - 1; row >= 0; row--) {
      if (this.#ofA[row] >= 0 || !placesB.mayHave(this.#a[row].place)) continue;
      const text = textOf(this.#signsA.of(row), this.#a[row]);
      next[row] = first.get(text) ?? -1;
      first.set(text, row);
    }
    if (first.size === 0) return;
    const placesA = new PlaceFilter(this.#a);
    for (const [row, thing] of this.#b.entries()) {
      if (this.#ofB[row] >= 0 || !placesA.mayHave(thing.place)) continue;
      const text = textOf(this.#signsB.of(row), thing);
      const other = first.get(text) ?? -1;
      if (other < 0) continue;
      first.set(text, next[other]);
      this.#pair(other, row);
    }
  }

  /** Pairs things whose text is equal and occurs once on each side. Empty texts never match. */
  pairUnique(
    textOf: (thing: Thing) => string,
    isPair: (a: Thing, b: Thing) => boolean = () => true,
  ): void {
    const rowsOfA = listUnique(this.#a, this.#ofA, textOf);
    if (rowsOfA.size === 0) return;
    for (const [text, row] of listUnique(this.#b, this.#ofB, textOf)) {
      const other = rowsOfA.get(text) ?? SEVERAL;
      if (row === SEVERAL || other === SEVERAL) continue;
      if (isPair(this.#a[other], this.#b[row])) this.#pair(other, row);
    }
  }

  /** Assigns the unmatched things of each kind. */
  byAssignment(): void {
    const rowsOfA = groupByKind(this.#a, this.#ofA);
    for (const [kind, rowsB] of groupByKind(this.#b, this.#ofB)) {
      const rowsA = rowsOfA.get(kind);
      if (rowsA === undefined) continue;
      this.#assign(sortRows(this.#a, this.#signsA, rowsA), sortRows(this.#b, this.#signsB, rowsB));
    }
  }

  result(): MatchedThings {
    const pairs: (readonly [number, number])[] = [];
    const removed: number[] = [];
    for (const [row, other] of this.#ofA.entries()) {
      if (other < 0) removed.push(row);
      else pairs.push([row, other]);
    }
    const added = [...this.#b.keys()].filter((row) => this.#ofB[row] < 0);
    return { pairs, removed, added };
  }

  #pair(a: number, b: number): void {
    this.#ofA[a] = b;
    this.#ofB[b] = a;
  }

  /** Assigns in runs, in order, if there are too many things for one assignment. */
  #assign(rowsA: readonly number[], rowsB: readonly number[]): void {
    const runs = Math.ceil(Math.max(rowsA.length, rowsB.length) / MOST_ASSIGNED);
    const runOf = (rows: readonly number[], run: number) =>
      rows.slice(
        Math.floor((rows.length * run) / runs),
        Math.floor((rows.length * (run + 1)) / runs),
      );
    for (let run = 0; run < runs; run++) this.#assignRun(runOf(rowsA, run), runOf(rowsB, run));
  }

  #assignRun(rowsA: readonly number[], rowsB: readonly number[]): void {
    const isTurned = rowsA.length > rowsB.length;
    const [rowCount, columnCount] = isTurned
      ? [rowsB.length, rowsA.length]
      : [rowsA.length, rowsB.length];
    if (rowCount === 0) return;
    const cost = new Float64Array(rowCount * columnCount);
    const keysB = rowsB.map((row) => this.#keys.rowsOf(this.#b[row]));
    const placesB = Float64Array.from(rowsB.flatMap((row) => this.#b[row].place ?? NOWHERE));
    const plainB = rowsB.map((row) => isPlain(this.#b[row]));
    const [stepI, stepJ] = isTurned ? [1, columnCount] : [columnCount, 1];
    for (const [i, rowA] of rowsA.entries()) {
      const a = this.#a[rowA];
      const keysA = this.#keys.rowsOf(a);
      const isPlainA = isPlain(a);
      const [ax, ay, az] = a.place ?? NOWHERE;
      for (let j = 0; j < rowsB.length; j++) {
        let value: number;
        if (isPlainA && plainB[j] && keysA === keysB[j]) {
          const x = ax - placesB[j * 3];
          const y = ay - placesB[j * 3 + 1];
          const z = az - placesB[j * 3 + 2];
          value = 2 * costApart(Math.sqrt(x * x + y * y + z * z));
        } else value = costOf(a, keysA, this.#b[rowsB[j]], keysB[j]);
        cost[i * stepI + j * stepJ] = value;
      }
    }
    const columnOf = assignBest(cost, rowCount, columnCount);
    for (let row = 0; row < rowCount; row++) {
      const column = columnOf[row];
      if (cost[row * columnCount + column] >= UNLIKE) continue;
      if (isTurned) this.#pair(rowsA[column], rowsB[row]);
      else this.#pair(rowsA[row], rowsB[column]);
    }
  }
}

/** Marks a text that several things have. */
const SEVERAL = -1;

/**
 * Indexes the unmatched things by their text, if not empty: the row of the only thing, or
 * `SEVERAL`.
 */
function listUnique(
  things: readonly Thing[],
  matched: Int32Array,
  textOf: (thing: Thing) => string,
): Map<string, number> {
  const rows = new Map<string, number>();
  for (const [row, thing] of things.entries()) {
    if (matched[row] >= 0) continue;
    const text = textOf(thing);
    if (text !== "") rows.set(text, rows.has(text) ? SEVERAL : row);
  }
  return rows;
}

function groupByKind(things: readonly Thing[], matched: Int32Array): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const [row, { kind }] of things.entries()) {
    if (matched[row] >= 0 || kind === "") continue;
    const rows = groups.get(kind);
    if (rows === undefined) groups.set(kind, [row]);
    else rows.push(row);
  }
  return groups;
}

/**
 * Sorts rows by the places and values of things, so that their order in the file does not matter.
 */
function sortRows(things: readonly Thing[], signs: Signs, rows: readonly number[]): number[] {
  return [...rows].sort((x, y) => {
    const placeX = things[x].place ?? ORIGIN;
    const placeY = things[y].place ?? ORIGIN;
    return (
      placeX[0] - placeY[0] ||
      placeX[1] - placeY[1] ||
      placeX[2] - placeY[2] ||
      compareTexts(signs.of(x), signs.of(y))
    );
  });
}

const ORIGIN = [0, 0, 0] as const;

/** Cost of two things that cannot match. One is removed and the other added instead. */
const UNLIKE = 1e6;

const NOWHERE = [Number.NaN, Number.NaN, Number.NaN] as const;

/** True if only values and place tell the thing from others, as for cubemaps and props. */
const isPlain = ({ id, name, place }: Thing): boolean => id === "" && name === "" && place !== null;

/** Returns the cost of a distance, from 0 to 1. */
const costApart = (distance: number): number =>
  Number.isFinite(distance) ? distance / (distance + HALF_APART) : 1;

const counts = new Int32Array(2);

function costOf(a: Thing, keysA: KeyRows, b: Thing, keysB: KeyRows): number {
  const distance = distanceOf(a, b);
  const isHere = distance < SAME_PLACE;
  // Things with different numbers are different, unless the map was decompiled and renumbered.
  const isNumbered = a.id !== "" && b.id !== "" && a.id !== b.id;
  const isNamed = a.name !== "" && a.name === b.name;
  if (isNumbered && !isHere && !isNamed) return UNLIKE;
  countUnlike(keysA, keysB, counts);
  const unlike = counts[1] + (a.name === b.name ? 0 : 1);
  if (!isHere && !isNamed && unlike * 2 > counts[0]) return UNLIKE;
  return unlike + 2 * costApart(distance);
}
