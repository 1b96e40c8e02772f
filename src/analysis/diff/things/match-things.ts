/** Which thing of one version is which of the other: by identity, whatever their order. */

import { assignBest } from "./assign.ts";
import { compareTexts, signThing, type Thing } from "./thing.ts";
import { countUnlike, type KeyRows, ThingKeys } from "./thing-keys.ts";

export interface MatchedThings {
  /** Pairs of rows: of A, and of B. */
  readonly pairs: readonly (readonly [a: number, b: number])[];
  readonly removed: readonly number[];
  readonly added: readonly number[];
}

/** Inches: nearer than that a thing stands where it stood. */
const SAME_PLACE = 1;
/** Inches at which two things are half as far apart as they can be. */
const HALF_APART = 256;
/** Of one kind that nothing else tells apart: the best assignment of so many takes a thousandth of a second. */
const MOST_ASSIGNED = 96;

/**
 * Matches things: those with the same values; then by the editor's number, by kind and name, by the best
 * assignment of what is left of each kind (values that differ, and distance), and by place alone.
 */
export function matchThings(a: readonly Thing[], b: readonly Thing[]): MatchedThings {
  const matcher = new Matcher(a, b);
  matcher.byText((thing) => `${signThing(thing)}\r${thing.id}`, true);
  matcher.byText(signThing, true);
  matcher.byText(({ id }) => id, false, isSameById);
  matcher.byText(({ kind, name }) => (name === "" ? "" : `${kind}\r${name}`), false);
  matcher.byAssignment();
  matcher.byText(
    ({ place }) => (place === null ? "" : place.map((n) => n.toFixed(1)).join()),
    false,
  );
  return matcher.result();
}

/** Editors number each map anew: of two unlike maps the same numbers are of unlike things. */
const isSameById = (a: Thing, b: Thing): boolean =>
  a.kind === b.kind || (a.name !== "" && a.name === b.name) || distanceOf(a, b) < SAME_PLACE;

function distanceOf({ place: a }: Thing, { place: b }: Thing): number {
  if (a === null || b === null) return a === b ? 0 : Number.POSITIVE_INFINITY;
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

class Matcher {
  readonly #a: readonly Thing[];
  readonly #b: readonly Thing[];
  /** Row of the other side; -1: none yet. */
  readonly #ofA: Int32Array;
  readonly #ofB: Int32Array;
  readonly #keys = new ThingKeys();

  constructor(a: readonly Thing[], b: readonly Thing[]) {
    this.#a = a;
    this.#b = b;
    this.#ofA = new Int32Array(a.length).fill(-1);
    this.#ofB = new Int32Array(b.length).fill(-1);
  }

  /** Pairs those whose text is the same; of several with one text as many as there are, or none. Empty: it has none. */
  byText(
    textOf: (thing: Thing) => string,
    pairsSeveral: boolean,
    isPair: (a: Thing, b: Thing) => boolean = () => true,
  ): void {
    const rowsOfA = this.#group(this.#a, this.#ofA, textOf);
    for (const [text, rowsB] of this.#group(this.#b, this.#ofB, textOf)) {
      const rowsA = rowsOfA.get(text);
      if (rowsA === undefined) continue;
      if (!pairsSeveral && (rowsA.length > 1 || rowsB.length > 1)) continue;
      const count = Math.min(rowsA.length, rowsB.length);
      for (let i = 0; i < count; i++) {
        if (isPair(this.#a[rowsA[i]], this.#b[rowsB[i]])) this.#pair(rowsA[i], rowsB[i]);
      }
    }
  }

  /** What is left of each kind. */
  byAssignment(): void {
    const kindOf = ({ kind }: Thing) => kind;
    const rowsOfA = this.#group(this.#a, this.#ofA, kindOf);
    for (const [kind, rowsB] of this.#group(this.#b, this.#ofB, kindOf)) {
      const rowsA = rowsOfA.get(kind);
      if (rowsA !== undefined) this.#assign(this.#sort(this.#a, rowsA), this.#sort(this.#b, rowsB));
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

  #group(things: readonly Thing[], matched: Int32Array, textOf: (thing: Thing) => string) {
    const groups = new Map<string, number[]>();
    for (const [row, thing] of things.entries()) {
      if (matched[row] >= 0) continue;
      const text = textOf(thing);
      if (text === "") continue;
      const rows = groups.get(text);
      if (rows === undefined) groups.set(text, [row]);
      else rows.push(row);
    }
    return groups;
  }

  /** By where and what they are, and not by where they stand in the file, which must not matter. */
  #sort(things: readonly Thing[], rows: readonly number[]): number[] {
    const keys = new Map(rows.map((row) => [row, signThing(things[row])]));
    const axis = (row: number, i: number) => things[row].place?.[i] ?? 0;
    return [...rows].sort(
      (x, y) =>
        axis(x, 0) - axis(y, 0) ||
        axis(x, 1) - axis(y, 1) ||
        axis(x, 2) - axis(y, 2) ||
        compareTexts(keys.get(x)!, keys.get(y)!),
    );
  }

  /** More than can be assigned at once are taken in runs, in their order. */
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
    const [rows, columns] = isTurned ? [rowsB, rowsA] : [rowsA, rowsB];
    if (rows.length === 0) return;
    const cost = new Float64Array(rows.length * columns.length);
    const keysA = rowsA.map((row) => this.#keys.rowsOf(this.#a[row]));
    const keysB = rowsB.map((row) => this.#keys.rowsOf(this.#b[row]));
    const rowOf = (row: number, column: number) =>
      isTurned ? ([columns[column], rows[row]] as const) : ([rows[row], columns[column]] as const);
    for (let row = 0; row < rows.length; row++) {
      for (let column = 0; column < columns.length; column++) {
        const [a, b] = rowOf(row, column);
        const [keyA, keyB] = isTurned ? [column, row] : [row, column];
        cost[row * columns.length + column] = costOf(
          ...([this.#a[a], keysA[keyA], this.#b[b], keysB[keyB]] as const),
        );
      }
    }
    const columnOf = assignBest(cost, rows.length, columns.length);
    for (let row = 0; row < rows.length; row++) {
      const column = columnOf[row];
      if (cost[row * columns.length + column] >= UNLIKE) continue;
      this.#pair(...rowOf(row, column));
    }
  }
}

/** Two things that are not one: rather one of each is added and removed. */
const UNLIKE = 1e6;

const counts = new Int32Array(2);

function costOf(a: Thing, keysA: KeyRows, b: Thing, keysB: KeyRows): number {
  const distance = distanceOf(a, b);
  const isHere = distance < SAME_PLACE;
  // Two that the editor numbered are two, unless it is a map that was taken apart and numbered anew.
  const isNumbered = a.id !== "" && b.id !== "" && a.id !== b.id;
  const isNamed = a.name !== "" && a.name === b.name;
  if (isNumbered && !isHere && !isNamed) return UNLIKE;
  countUnlike(keysA, keysB, counts);
  const unlike = counts[1] + (a.name === b.name ? 0 : 1);
  if (!isHere && !isNamed && unlike * 2 > counts[0]) return UNLIKE;
  const apart = Number.isFinite(distance) ? distance / (distance + HALF_APART) : 1;
  return unlike + 2 * apart;
}
