import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Vec3 } from "../../../src/analysis/check/findings.ts";
import {
  nearestEyes,
  PlaceGrid,
} from "../../../src/analysis/check/rules/geometry/nodraw-in-sight.ts";

const point = fc.tuple(...Array.from({ length: 3 }, () => fc.integer({ min: -300, max: 300 })));
const places = fc.array(point as fc.Arbitrary<[number, number, number]>, { maxLength: 40 });

const away = (a: Vec3, b: Vec3): number =>
  (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;

describe("PlaceGrid", () => {
  it("finds the same near places as a search of all places", () => {
    fc.assert(
      fc.property(places, places, (all, asked) => {
        const grid = new PlaceGrid(all, 128, () => {});
        for (const at of asked) {
          expect(grid.isNear(at)).toBe(all.some((place) => away(place, at) < 128 ** 2));
        }
      }),
    );
  });

  it("tests one place of a stack, and reports the number of tests", () => {
    let tests = 0;
    const stack = Array.from({ length: 1000 }, (): Vec3 => [10, 10, 10]);
    const grid = new PlaceGrid(stack, 128, (count) => {
      tests += count;
    });
    expect(grid.isNear([200, 10, 10])).toBe(false);
    expect(tests).toBe(1);
  });
});

describe("nearestEyes", () => {
  it("returns the same eyes as sorting all of them", () => {
    fc.assert(
      fc.property(places, places, fc.integer({ min: 1, max: 8 }), (some, more, most) => {
        const isTaken = ([x]: Vec3) => x >= -100;
        const sorted = [...some, ...more]
          .filter(isTaken)
          .sort((a, b) => away(a, [1, 2, 3]) - away(b, [1, 2, 3]));
        expect(nearestEyes([some, more], [1, 2, 3], most, isTaken)).toEqual(sorted.slice(0, most));
      }),
    );
  });
});
