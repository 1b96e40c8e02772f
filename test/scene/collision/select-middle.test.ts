import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { selectMiddle } from "../../../src/scene/collision/collision-tree.ts";

const AXIS = 1;

/** Builds points with the given coordinates on the axis and others elsewhere. */
function onAxis(values: readonly number[]): Float32Array {
  return Float32Array.from(values.flatMap((value, i) => [i, value, -i]));
}

describe("selectMiddle", () => {
  it("moves smaller keys before the middle and keeps all rows", () => {
    const key = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.float({ noNaN: true }));
    fc.assert(
      fc.property(fc.array(key, { minLength: 2, maxLength: 200 }), fc.nat(), (values, seed) => {
        const points = onAxis(values);
        const keys = points.filter((_, i) => i % 3 === AXIS);
        const rows = Uint32Array.from(values, (_, i) => i);
        const middle = 1 + (seed % (values.length - 1));
        selectMiddle(rows, points, AXIS, { first: 0, middle, end: rows.length });
        for (const [i, row] of rows.entries()) expect(points[i * 3 + AXIS]).toBe(keys[row]);
        expect([...rows].sort((a, b) => a - b)).toEqual(values.map((_, i) => i));
        const before = Math.max(...[...rows.subarray(0, middle)].map((row) => keys[row]));
        const after = Math.min(...[...rows.subarray(middle)].map((row) => keys[row]));
        expect(before).toBeLessThanOrEqual(after);
      }),
    );
  });

  it("changes no rows outside its range", () => {
    const rows = Uint32Array.of(0, 5, 4, 3, 2, 1);
    selectMiddle(rows, onAxis([9, 1, 2, 3, 4, 5]), AXIS, { first: 1, middle: 3, end: 5 });
    expect([rows[0], rows[5]]).toEqual([0, 1]);
  });

  it("handles 200,000 equal or sorted keys in the usual time", () => {
    const count = 200_000;
    for (const key of [() => 7, (i: number) => i, (i: number) => -i]) {
      const points = new Float32Array(count * 3);
      for (let i = 0; i < count; i++) points.set([i, key(i), -i], i * 3);
      const rows = Uint32Array.from({ length: count }, (_, i) => i);
      const started = performance.now();
      selectMiddle(rows, points, AXIS, { first: 0, middle: count / 2, end: count });
      // Quadratic time would be 10 billion steps, which takes seconds on any machine.
      expect(performance.now() - started).toBeLessThan(2000);
    }
  });
});
