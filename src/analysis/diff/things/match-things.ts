/** Matches the things of two versions by identity, whatever their order. */

import { assignBest } from "./assign.ts";
import { compareTexts, signPlace, signThing, type Thing } from "./thing.ts";
import { countUnlike, type KeyRows, ThingKeys } from "./thing-keys.ts";

export interface MatchedThings {
  /** Pairs of rows: of A, and of B. */
  readonly pairs: readonly (readonly [a: number, b: number])[];
  readonly removed: readonly number[];
  readonly added: readonly number[];
}

/** Distance in inches below which a thing counts as unmoved. */
const SAME_PLACE = 1;
/** Distance in inches whose cost is half of the most that distance can cost. */
const HALF_APART = 256;
/** Things of one kind in one assignment: the best one of so many takes a millisecond. */
const MOST_ASSIGNED = 96;

/**
 * Matches things in turn: those with the same values; by the editor's number; by kind and name; by the best assignment
 * of the rest of each kind, whose cost is the values that differ and the distance; and by place alone.
 */
export function matchThings(a: readonly Thing[], b: readonly Thing[]): MatchedThings {
  const matcher = new Matcher(a, b);
  // Without any number both passes would make the same groups.
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

/** Returns whether the same number means the same thing: editors number each map from 1, so that of two unlike maps it does not. */
const isSameById = (a: Thing, b: Thing): boolean =>
  a.kind === b.kind || (a.name !== "" && a.name === b.name) || distanceOf(a, b) < SAME_PLACE;

function distanceOf({ place: a }: Thing, { place: b }: Thing): number {
  if (a === null || b === null) return a === b ? 0 : Number.POSITIVE_INFINITY;
  const [x, y, z] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  // Math.hypot takes ten times as long.
  return Math.sqrt(x * x + y * y + z * z);
}

class Matcher {
  readonly #a: readonly Thing[];
  readonly #b: readonly Thing[];
  /** Row of the other side; −1 if unmatched. */
  readonly #ofA: Int32Array;
  readonly #ofB: Int32Array;
  /** Texts of all things by `signThing`. */
  readonly #signsA: readonly string[];
  readonly #signsB: readonly string[];
  readonly #keys = new ThingKeys();

  constructor(a: readonly Thing[], b: readonly Thing[]) {
    this.#a = a;
    this.#b = b;
    this.#ofA = new Int32Array(a.length).fill(-1);
    this.#ofB = new Int32Array(b.length).fill(-1);
    this.#signsA = a.map(signThing);
    this.#signsB = b.map(signThing);
  }

  /** Pairs things of the same text in the order of their rows, as many as both sides have. */
  pairAll(textOf: (sign: string, thing: Thing) => string): void {
    // The first unmatched row of each text in A, and the next one behind each row.
    const first = new Map<string, number>();
    const next = new Int32Array(this.#a.length).fill(-1);
    for (let row = this.#a.length - 1; row >= 0; row--) {
      if (this.#ofA[row] >= 0) continue;
      const text = textOf(this.#signsA[row], this.#a[row]);
      next[row] = first.get(text) ?? -1;
      first.set(text, row);
    }
    if (first.size === 0) return;
    for (const [row, thing] of this.#b.entries()) {
      if (this.#ofB[row] >= 0) continue;
      const text = textOf(this.#signsB[row], thing);
      const other = first.get(text) ?? -1;
      if (other < 0) continue;
      first.set(text, next[other]);
      this.#pair(other, row);
    }
  }

  /** Pairs things whose text is the same and occurs once on each side; an empty text is none. */
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

  /** Takes more things than can be assigned at once in runs, in their order. */
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
    for (const [i, rowA] of rowsA.entries()) {
      const a = this.#a[rowA];
      const keysA = this.#keys.rowsOf(a);
      for (let j = 0; j < rowsB.length; j++) {
        const at = isTurned ? j * columnCount + i : i * columnCount + j;
        cost[at] = costOf(a, keysA, this.#b[rowsB[j]], keysB[j]);
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

/** In place of a row: several things have the text. */
const SEVERAL = -1;

/** Lists the unmatched things by their text, which is not empty: the row of the only one, or `SEVERAL`. */
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

/** Sorts rows by the places and values of things, so that their order in the file does not matter. */
function sortRows(
  things: readonly Thing[],
  signs: readonly string[],
  rows: readonly number[],
): number[] {
  return [...rows].sort((x, y) => {
    const [placeX, placeY] = [things[x].place ?? ORIGIN, things[y].place ?? ORIGIN];
    return (
      placeX[0] - placeY[0] ||
      placeX[1] - placeY[1] ||
      placeX[2] - placeY[2] ||
      compareTexts(signs[x], signs[y])
    );
  });
}

const ORIGIN = [0, 0, 0] as const;

/** Cost of two things that never are one: one is removed and the other added instead. */
const UNLIKE = 1e6;

const counts = new Int32Array(2);

function costOf(a: Thing, keysA: KeyRows, b: Thing, keysB: KeyRows): number {
  const distance = distanceOf(a, b);
  const isHere = distance < SAME_PLACE;
  // Things of two numbers are two, unless the map was decompiled and numbered again.
  const isNumbered = a.id !== "" && b.id !== "" && a.id !== b.id;
  const isNamed = a.name !== "" && a.name === b.name;
  if (isNumbered && !isHere && !isNamed) return UNLIKE;
  countUnlike(keysA, keysB, counts);
  const unlike = counts[1] + (a.name === b.name ? 0 : 1);
  if (!isHere && !isNamed && unlike * 2 > counts[0]) return UNLIKE;
  const apart = Number.isFinite(distance) ? distance / (distance + HALF_APART) : 1;
  return unlike + 2 * apart;
}
