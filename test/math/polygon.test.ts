/** Compares areas and extents of polygons with values computed by hand. */

import { describe, expect, it } from "vitest";
import { outsidePolygon, polygonArea, polygonExtents } from "../../src/math/polygon.ts";

/** A wall of 80 x 60, rotated by 36.87 degrees (a 3-4-5 triangle), far from the origin. */
const WALL = [4000, 3000, 10, 4064, 3048, 10, 4064, 3048, 70, 4000, 3000, 70];
const WALL_NORMAL = [0.6, -0.8, 0];
/** A horizontal L of area 300. */
const LEVEL_L = [0, 0, 5, 20, 0, 5, 20, 10, 5, 10, 10, 5, 10, 20, 5, 0, 20, 5];
/** A slope 30 wide that rises 40 over 30, so 50 long. */
const SLOPE = [0, 0, 0, 0, 30, 0, 30, 30, 40, 30, 0, 40];
const SLOPE_NORMAL = [-0.8, 0, 0.6];

describe("polygon helpers", () => {
  it("return the same area in either winding, for any run of corners", () => {
    expect(polygonArea(WALL, 0, 4)).toBeCloseTo(4800, 6);
    const turned = [3, 2, 1, 0].flatMap((corner) => WALL.slice(corner * 3, corner * 3 + 3));
    expect(polygonArea(turned, 0, 4)).toBeCloseTo(4800, 6);
    expect(polygonArea(LEVEL_L, 0, 6)).toBeCloseTo(300, 6);
    expect(polygonArea(SLOPE, 0, 4)).toBeCloseTo(1500, 6);
    expect(polygonArea([9, 9, 9, ...SLOPE], 1, 5)).toBeCloseTo(1500, 6);
    expect(polygonArea(SLOPE, 0, 2)).toBe(0);
  });

  it("measure width horizontally and height along the slope", () => {
    const wall = polygonExtents(WALL, 0, 4, WALL_NORMAL);
    expect([wall.width, wall.height]).toEqual([expect.closeTo(80, 6), expect.closeTo(60, 6)]);
    const slope = polygonExtents(SLOPE, 0, 4, SLOPE_NORMAL);
    expect([slope.width, slope.height]).toEqual([expect.closeTo(30, 6), expect.closeTo(50, 6)]);
  });

  it("measure a horizontal polygon's width along its longest edge", () => {
    // 50 x 20, rotated as above.
    const turned = [0, 0, 0, 40, 30, 0, 28, 46, 0, -12, 16, 0];
    const { width, height } = polygonExtents(turned, 0, 4, [0, 0, 1]);
    expect([width, height]).toEqual([expect.closeTo(50, 6), expect.closeTo(20, 6)]);
  });

  it("return no size for a polygon that is a point", () => {
    expect(polygonExtents([1, 1, 1, 1, 1, 1, 1, 1, 1], 0, 3, [0, 0, 1])).toEqual({
      width: 0,
      height: 0,
    });
  });

  it("return a point's distance outside the polygon, in either winding", () => {
    for (const [corners, normal] of [
      [SLOPE, SLOPE_NORMAL],
      [SLOPE, [0.8, 0, -0.6]],
    ]) {
      const at = (x: number, y: number, z: number) =>
        outsidePolygon(corners, 0, 4, normal, x, y, z);
      expect(at(15, 15, 20)).toBeCloseTo(-15, 6);
      expect(at(15, 27, 20)).toBeCloseTo(-3, 6);
      expect(at(15, 34, 20)).toBeCloseTo(4, 6);
      // 5 beyond its upper end, along the slope.
      expect(at(33, 15, 44)).toBeCloseTo(5, 6);
    }
  });
});
