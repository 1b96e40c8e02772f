/**
 * Back-to-front order of what blends. A key is one number: the leaf's rank (0 is farthest), then
 * nearness, then the row it stands for, packed into the 53 bits of a double that are exact.
 */

const ROW_BITS = 18;
const DISTANCE_BITS = 18;
const ROWS = 2 ** ROW_BITS;
const DISTANCES = 2 ** DISTANCE_BITS;
const RANKS = 2 ** (53 - ROW_BITS - DISTANCE_BITS);
/** A quarter of an inch: the farthest corners of a map are 57,000 inches apart. */
const STEPS_PER_INCH = 4;

/** Rows that keys can tell apart. */
export const MAX_SORT_ROWS = ROWS;

export function packSortKey(rank: number, distance: number, row: number): number {
  const step = Math.min(DISTANCES - 1, Math.floor(distance * STEPS_PER_INCH));
  return (Math.min(rank, RANKS - 1) * DISTANCES + (DISTANCES - 1 - step)) * ROWS + row;
}

export function rowOfSortKey(key: number): number {
  return key % ROWS;
}

/** Sorts the first `count` keys, smallest first, in place and without memory: heap sort. */
export function sortKeys(keys: Float64Array, count: number): void {
  for (let root = (count >>> 1) - 1; root >= 0; root--) siftDown(keys, root, count);
  for (let end = count - 1; end > 0; end--) {
    const last = keys[end];
    keys[end] = keys[0];
    keys[0] = last;
    siftDown(keys, 0, end);
  }
}

function siftDown(keys: Float64Array, start: number, end: number): void {
  const key = keys[start];
  let root = start;
  for (;;) {
    let child = root * 2 + 1;
    if (child >= end) break;
    if (child + 1 < end && keys[child + 1] > keys[child]) child++;
    if (keys[child] <= key) break;
    keys[root] = keys[child];
    root = child;
  }
  keys[root] = key;
}
