import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_SORT_ROWS, packSortKey, rowOfSortKey, sortKeys } from "../../src/render/depth-sort.ts";

describe("sort keys", () => {
  it("put lower ranks first, then farther things, and keep their row", () => {
    const far = packSortKey(3, 900, 7);
    const near = packSortKey(3, 10.25, MAX_SORT_ROWS - 1);
    const nearer = packSortKey(3, 10, 0);
    const later = packSortKey(4, 50_000, 5);
    const keys = Float64Array.of(later, near, far, nearer);
    sortKeys(keys, 4);
    expect([...keys].map(rowOfSortKey)).toEqual([7, MAX_SORT_ROWS - 1, 0, 5]);
  });

  it("stay exact at their ends", () => {
    const last = packSortKey(2 ** 17 - 1, 0, MAX_SORT_ROWS - 1);
    expect(last).toBe(Number.MAX_SAFE_INTEGER);
    // Beyond what fits, order is lost but rows are not.
    expect(rowOfSortKey(packSortKey(2 ** 20, 1e9, 12))).toBe(12);
  });

  it("sort as the library does, and leave what is behind alone", () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), fc.nat(10), (values, rest) => {
        const keys = Float64Array.from([...values, ...new Array<number>(rest).fill(-1)]);
        sortKeys(keys, values.length);
        const sorted = Float64Array.from(values).sort();
        expect([...keys]).toEqual([...sorted, ...new Array<number>(rest).fill(-1)]);
      }),
    );
  });
});
