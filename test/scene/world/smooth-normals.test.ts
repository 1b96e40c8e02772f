import { describe, expect, it } from "vitest";
import type { DisplacementGrid } from "../../../src/scene/world/displacement.ts";
import { smoothGridNormals } from "../../../src/scene/world/smooth-normals.ts";

/** Builds a 5x5 grid in a plane; `place` returns the position of a row and column. */
function makeGrid(
  place: (row: number, column: number) => number[],
  normal: number[],
): DisplacementGrid {
  const cells = Array.from({ length: 25 }, (_, i) => [Math.floor(i / 5), i % 5]);
  const position = Float32Array.from(cells.flatMap(([row, column]) => place(row, column)));
  return {
    edge: 5,
    position,
    flat: position.slice(),
    normal: Float32Array.from(cells.flatMap(() => normal)),
    blend: new Uint32Array(25),
    indices: new Uint16Array(0),
    blockFirstIndex: new Uint16Array(1),
  };
}

describe("smoothNormals", () => {
  it("averages the normals of vertices at the same position only", () => {
    // A floor and a wall of equal weight that meet along x = 0.
    const floor = makeGrid((row, column) => [column * 16, row * 16, 0], [0, 0, 3]);
    const wall = makeGrid((row, column) => [0.05, row * 16, column * 16], [3, 0, 0]);
    smoothGridNormals([floor, wall]);
    const at = (grid: DisplacementGrid, row: number, column: number) =>
      [...grid.normal.subarray((row * 5 + column) * 3, (row * 5 + column) * 3 + 3)].map(
        (value) => Math.round(value * 1000) / 1000,
      );
    for (let row = 0; row < 5; row++) {
      expect(at(floor, row, 0)).toEqual(
        [Math.SQRT1_2, 0, Math.SQRT1_2].map((value) => Math.round(value * 1000) / 1000),
      );
      expect(at(wall, row, 0)).toEqual(at(floor, row, 0));
      for (let column = 1; column < 5; column++) {
        expect(at(floor, row, column)).toEqual([0, 0, 1]);
        expect(at(wall, row, column)).toEqual([1, 0, 0]);
      }
    }
  });

  it.each([16384, 32768, 65536, 1_000_000])("works %i inches from the origin", (end) => {
    const west = makeGrid((row, column) => [-end, row * 16, column * 16], [1, 0, 0]);
    const east = makeGrid((row, column) => [end, row * 16, column * 16], [0, 1, 0]);
    // A quarter of an inch is one step: the same heights over the next column and row.
    const south = makeGrid((row, column) => [row * 16, -end, column * 16], [0, 0, 1]);
    const north = makeGrid((row, column) => [row * 16, end, column * 16], [0, 0, -1]);
    const top = makeGrid((row, column) => [-end, row * 16, column * 16 + 64], [0, 1, 0]);
    smoothGridNormals([west, east, south, north, top]);
    expect([...west.normal.subarray(0, 3)]).toEqual([1, 0, 0]);
    expect([...east.normal.subarray(0, 3)]).toEqual([0, 1, 0]);
    expect([...south.normal.subarray(0, 3)]).toEqual([0, 0, 1]);
    expect([...north.normal.subarray(0, 3)]).toEqual([0, 0, -1]);
    // The last column of one wall is the first of the wall above it.
    for (let row = 0; row < 5; row++) {
      const [x, y] = west.normal.subarray((row * 5 + 4) * 3);
      expect(x).toBeCloseTo(Math.SQRT1_2, 5);
      expect(y).toBeCloseTo(Math.SQRT1_2, 5);
      expect([...top.normal.subarray(row * 15, row * 15 + 2)]).toEqual([x, y]);
    }
  });

  it("distinguishes neighbouring steps, also at the ends of the coordinate range", () => {
    const range = 16384;
    const pairs: [number[], number[]][] = [
      [
        [0, 0, range],
        [0, 0.25, -range],
      ],
      [
        [0, range, 0],
        [0.25, -range, 0],
      ],
      [
        [0, 0, 2 * range],
        [0, 0.25, 0],
      ],
      [
        [0, 0, 0],
        [0, 0, 0.25],
      ],
    ];
    for (const [a, b] of pairs) {
      const one = makeGrid(() => a, [1, 0, 0]);
      const other = makeGrid(() => b, [0, 1, 0]);
      smoothGridNormals([one, other]);
      expect([...one.normal.subarray(0, 3)]).toEqual([1, 0, 0]);
      expect([...other.normal.subarray(0, 3)]).toEqual([0, 1, 0]);
    }
  });
});
