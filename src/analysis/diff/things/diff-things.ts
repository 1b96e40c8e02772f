/** Describes the things that were added, removed, moved or changed. */

import type { Change, Point, ThingChange, ThingDiff, ValueChange } from "../types.ts";
import { type MatchedThings, matchThings } from "./match-things.ts";
import {
  canonNumber,
  canonValue,
  canonValues,
  compareTexts,
  isPlaceKey,
  SharedKeyValues,
  type Thing,
  type ThingValues,
} from "./thing.ts";

const ORDER: readonly Change[] = ["added", "removed", "moved", "changed"];

/** @param untold reason why the things cannot be compared, which leaves the lists empty */
export function diffThings(
  a: readonly Thing[],
  b: readonly Thing[],
  untold: string | null = null,
  matched: MatchedThings = matchThings(a, b),
): ThingDiff {
  const counts = { countA: a.length, countB: b.length };
  if (untold !== null) return { untold, changes: [], ...counts };
  const changes = [
    ...matched.removed.map((row) => describeOne("removed", a[row])),
    ...matched.added.map((row) => describeOne("added", b[row])),
    ...matched.pairs.flatMap(([rowA, rowB]) => comparePair(a[rowA], b[rowB]) ?? []),
  ];
  return { untold, changes: sortChanges(changes), ...counts };
}

function describeOne(change: "added" | "removed", thing: Thing): ThingChange {
  const { kind, name, id, place } = thing;
  const isHere = change === "added";
  const values = [...thing.values].flatMap(([key, list]) =>
    list.map((value) => ({ key, a: isHere ? null : value, b: isHere ? value : null })),
  );
  return { change, kind, name, id, from: isHere ? null : place, to: isHere ? place : null, values };
}

const NONE: readonly string[] = [];

/** Returns null if nothing differs. */
function comparePair(a: Thing, b: Thing): ThingChange | null {
  const values: ValueChange[] = [];
  if (a.kind !== b.kind) values.push({ key: "kind", a: a.kind, b: b.kind });
  if (a.name !== b.name) values.push({ key: "targetname", a: a.name, b: b.name });
  if (!listSharedChanges(a.values, b.values, values)) listValueChanges(a.values, b.values, values);
  // Brushes without an origin have no key that gives their place.
  if (!values.some(({ key }) => key === "origin") && isElsewhere(a.place, b.place)) {
    values.push({ key: "place", a: sayPlace(a.place), b: sayPlace(b.place) });
  }
  if (values.length === 0) return null;
  const change = values.every(({ key }) => isPlaceKey(key)) ? "moved" : "changed";
  const { kind, name, id } = b;
  return { change, kind, name, id, from: a.place, to: b.place, values };
}

/** Lists the values that differ if both have the same shared keys; false if not. */
function listSharedChanges(a: ThingValues, b: ThingValues, changes: ValueChange[]): boolean {
  if (!(a instanceof SharedKeyValues && b instanceof SharedKeyValues)) return false;
  if (a.shared !== b.shared) return false;
  const { names } = a.shared;
  for (let at = 0; at < names.length; at++) {
    const [valueA, valueB] = [a.texts[at], b.texts[at]];
    if (valueA !== valueB) changes.push({ key: names[at], a: valueA, b: valueB });
  }
  return true;
}

function listValueChanges(a: ThingValues, b: ThingValues, changes: ValueChange[]): void {
  for (const [key, valuesA] of a) {
    const valuesB = b.get(key) ?? NONE;
    if (valuesA.length === 1 && valuesB.length === 1) {
      const [valueA, valueB] = [valuesA[0], valuesB[0]];
      if (valueA !== valueB && canonValue(valueA) !== canonValue(valueB)) {
        changes.push({ key, a: valueA, b: valueB });
      }
    } else changes.push(...compareValues(key, valuesA, valuesB));
  }
  for (const [key, valuesB] of b) {
    if (!a.has(key)) changes.push(...compareValues(key, NONE, valuesB));
  }
}

/** Largest difference along an axis that does not count as a move, in inches. */
const SAME_PLACE = 1 / 8;

function isElsewhere(a: Point | null, b: Point | null): boolean {
  if (a === null || b === null) return a !== b;
  return a.some((n, axis) => Math.abs(n - b[axis]) > SAME_PLACE);
}

const sayPlace = (place: Point | null): string | null => place?.map(canonNumber).join(" ") ?? null;

/** Lists the values of a repeated key, such as an output, that only one side has. */
function compareValues(
  key: string,
  a: readonly string[],
  b: readonly string[],
): readonly ValueChange[] {
  if (canonValues(a) === canonValues(b)) return [];
  const left = new Map<string, number>();
  for (const value of b) {
    const text = canonValue(value);
    left.set(text, (left.get(text) ?? 0) + 1);
  }
  const gone = a.filter((value) => !take(left, canonValue(value))).sort(compareTexts);
  const come = b.filter((value) => take(left, canonValue(value))).sort(compareTexts);
  return Array.from({ length: Math.max(gone.length, come.length) }, (_, i) => ({
    key,
    a: gone[i] ?? null,
    b: come[i] ?? null,
  }));
}

function take(counts: Map<string, number>, text: string): boolean {
  const count = counts.get(text) ?? 0;
  if (count === 0) return false;
  counts.set(text, count - 1);
  return true;
}

/**
 * Sorts by kind, name, places and values. Builds each text once, because there may be hundreds of
 * thousands.
 */
function sortChanges(changes: readonly ThingChange[]): ThingChange[] {
  const orders = changes.map(({ change }) => ORDER.indexOf(change));
  const texts = changes.map(({ from, to, values }) => JSON.stringify([from, to, values]));
  const rows = Uint32Array.from(changes.keys()).sort((x, y) => {
    const [one, other] = [changes[x], changes[y]];
    return (
      orders[x] - orders[y] ||
      compareTexts(one.kind, other.kind) ||
      compareTexts(one.name, other.name) ||
      compareTexts(texts[x], texts[y]) ||
      x - y
    );
  });
  return Array.from(rows, (row) => changes[row]);
}
