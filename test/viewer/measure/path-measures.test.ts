/** Compares distances, slopes, angles and units with values computed by hand. */

import { describe, expect, it } from "vitest";
import {
  angleAt,
  findUnit,
  formatArea,
  formatLength,
  measureLeg,
  measurePath,
  UNITS,
} from "../../../src/viewer/measure/lengths.ts";

describe("measureLeg", () => {
  it("returns distance, height, horizontal distance and slope", () => {
    // 3, 4, 12: 5 seen from above, 13 in total.
    expect(measureLeg([10, 20, 30], [13, 24, 42])).toEqual({
      distance: 13,
      height: 12,
      horizontal: 5,
      slope: expect.closeTo(67.380135, 5),
      rise: expect.closeTo(2.4, 9),
    });
    expect(measureLeg([0, 0, 0], [-8, 0, -8])).toMatchObject({
      height: -8,
      slope: expect.closeTo(-45, 9),
      rise: expect.closeTo(-1, 9),
    });
  });

  it("returns no rise for a vertical or empty leg", () => {
    expect(measureLeg([1, 1, 1], [1, 1, 65])).toMatchObject({ slope: 90, rise: null });
    expect(measureLeg([1, 1, 1], [1, 1, 1])).toMatchObject({ distance: 0, slope: 0, rise: null });
  });
});

describe("angleAt", () => {
  it("returns the angle at the middle point", () => {
    expect(angleAt([10, 0, 0], [0, 0, 0], [0, 0, 5])).toBeCloseTo(90, 9);
    expect(angleAt([64, 0, 0], [0, 0, 0], [64, 64, 0])).toBeCloseTo(45, 9);
    expect(angleAt([-7, 0, 3], [0, 0, 3], [2, 0, 3])).toBeCloseTo(180, 9);
    expect(angleAt([5, 5, 5], [1, 1, 1], [2, 2, 2])).toBeCloseTo(0, 9);
    // From a cube's corner along two face diagonals.
    expect(angleAt([1, 1, 0], [0, 0, 0], [0, 1, 1])).toBeCloseTo(60, 9);
  });

  it("returns null if two points coincide", () => {
    expect(angleAt([1, 2, 3], [1, 2, 3], [4, 5, 6])).toBeNull();
  });
});

it("measurePath returns all legs, the angles between them, and the lengths along and direct", () => {
  const path = measurePath([
    [0, 0, 0],
    [64, 0, 0],
    [64, 48, 0],
    [64, 48, 36],
  ]);
  expect(path.legs.map(({ distance }) => distance)).toEqual([64, 48, 36]);
  expect(path.angles).toEqual([expect.closeTo(90, 9), expect.closeTo(90, 9)]);
  expect(path.length).toBe(148);
  // 64, 48 and 36: the root of 4096 + 2304 + 1296.
  expect(path.direct).toMatchObject({ horizontal: 80, distance: expect.closeTo(87.726849, 5) });
  expect(measurePath([[1, 2, 3]])).toEqual({ legs: [], angles: [], length: 0, direct: null });
});

describe("length units", () => {
  it("convert inches for players and sixteenths of a foot for buildings", () => {
    const say = (inches: number) => UNITS.map((unit) => formatLength(inches, unit));
    expect(say(72)).toEqual(["72", "1.83 m", "6 ft", "1.37 m", "4.5 ft"]);
    expect(say(-16)).toEqual(["-16", "-0.41 m", "-1.33 ft", "-0.3 m", "-1 ft"]);
    expect(say(-0.001)[0]).toBe("0");
    expect(formatLength(12345.67, UNITS[0])).toBe("12,345.7");
  });

  it("are squared for areas", () => {
    expect(UNITS.map((unit) => formatArea(128 * 64, unit))).toEqual([
      "8,192 sq",
      "5.29 m²",
      "56.89 ft²",
      "2.97 m²",
      "32 ft²",
    ]);
  });

  it("are found by name, with Hammer units as the fallback", () => {
    expect(findUnit("feet-built").title).toContain("16 units");
    expect(findUnit("furlongs")).toBe(UNITS[0]);
    expect(findUnit(null)).toBe(UNITS[0]);
  });
});
