import { expect, it } from "vitest";
import type { Vec3 } from "../../../src/analysis/check/findings.ts";
import { nearestEyes } from "../../../src/analysis/check/rules/geometry/nodraw-in-sight.ts";

it("nearestEyes returns the requested number of accepted eyes, nearest first", () => {
  const at = (x: number): Vec3 => [x, 0, 0];
  const eyes = [[at(5), at(-1), at(9)], [at(3), at(-4)], [at(1)]];
  const find = (most: number, isTaken = (_: Vec3) => true) =>
    nearestEyes(eyes, [0, 0, 0], most, isTaken).map(([x]) => x);
  // The first of two equally near eyes wins.
  expect(find(3)).toEqual([-1, 1, 3]);
  expect(find(3, ([x]) => x > 0)).toEqual([1, 3, 5]);
  expect(find(10)).toEqual([-1, 1, 3, -4, 5, 9]);
});
