/** Values of things as numbers: many are compared with many, and texts would be made anew for each pair. */

import { canonValues, isPlaceKey, type Thing } from "./thing.ts";

/** Pairs of numbers, of a key and of its value, sorted by keys; those that say where a thing is left out. */
export type KeyRows = Int32Array;

/** Numbers of texts, the same for the same. */
export class ThingKeys {
  readonly #numbers = new Map<string, number>();

  rowsOf(thing: Thing): KeyRows {
    const rows: [key: number, value: number][] = [];
    for (const [key, values] of thing.values) {
      if (!isPlaceKey(key)) rows.push([this.#numberOf(key), this.#numberOf(canonValues(values))]);
    }
    return Int32Array.from(rows.sort((x, y) => x[0] - y[0]).flat());
  }

  #numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}

/** Keys of either, and those of which the values differ or that one has alone, in `counts`: two numbers. */
export function countUnlike(a: KeyRows, b: KeyRows, counts: Int32Array): void {
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
