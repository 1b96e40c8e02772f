import { describe, expect, it } from "vitest";
import { meetTriangle } from "../../src/math/meet-triangle.ts";

/** A degenerate triangle, and a vertical one at x = 4 with legs of 2 along y and 3 along z. */
const CORNERS = [0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 1, 1, 4, 3, 1, 4, 1, 4];
const at = (y: number, z: number, x = 0, dx = 2) => meetTriangle(CORNERS, 9, x, y, z, dx, 0, 0);
const NOWHERE = Number.POSITIVE_INFINITY;

describe("meetTriangle", () => {
  it("returns the distance in lengths of the direction, from either side", () => {
    expect([at(1.5, 1.5), at(1.5, 1.5, 7, -1)]).toEqual([2, 3]);
  });

  it("hits only inside the three edges", () => {
    expect([at(0.9, 2), at(2, 0.9), at(2.5, 3)]).toEqual([NOWHERE, NOWHERE, NOWHERE]);
    expect([at(1, 2), at(2, 1), at(2, 2.5)]).toEqual([2, 2, 2]);
  });

  it("misses behind the start, parallel to the plane and for a degenerate triangle", () => {
    expect(at(1.5, 1.5, 5)).toBe(NOWHERE);
    expect(meetTriangle(CORNERS, 9, 4, 0, 2, 0, 1, 0)).toBe(NOWHERE);
    expect(meetTriangle(CORNERS, 0, -1, 0, 0, 1, 0, 0)).toBe(NOWHERE);
  });
});
