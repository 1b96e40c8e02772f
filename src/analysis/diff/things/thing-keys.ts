/** Values of things as numbers: matching compares many with many, and texts would be built again for each pair. */

import { comparedValues, isPlaceKey, type Thing } from "./thing.ts";

/** Pairs of numbers, of a key and of its value, sorted by key; keys that give a thing's place are left out. */
export type KeyRows = Int32Array;

/** Numbers texts, the same text by the same number, and shares equal rows. */
export class ThingKeys {
  readonly #numbers = new Map<string, number>();
  readonly #shared = new Map<string, KeyRows>();

  /** Returns one array for all things whose keys and values are the same. */
  rowsOf(thing: Thing): KeyRows {
    const rows: number[] = [];
    for (const [key, values] of thing.values) {
      if (isPlaceKey(key)) continue;
      rows.push(this.#numberOf(key), this.#numberOf(comparedValues(thing, values)));
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

/** Sorts pairs by their first numbers, in place. Keys of one class mostly come in the same order. */
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

/** Counts the keys of either, and those whose values differ or that only one has, into `counts`: two numbers. */
export function countUnlike(a: KeyRows, b: KeyRows, counts: Int32Array): void {
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
