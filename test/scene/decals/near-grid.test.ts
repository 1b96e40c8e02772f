import { describe, expect, it } from "vitest";
import type { DecalSurfaces } from "../../../src/scene/decals/decal-surfaces.ts";
import { isNearGrid } from "../../../src/scene/decals/infodecals.ts";
import type { DisplacementGrid } from "../../../src/scene/world/displacement.ts";

/** A square of 64 inches at 100, 200, 0. Its surface rises from 16 at x = 100 to 48 at x = 164. */
function makeSlope(): DisplacementGrid {
  const flat = [
    [100, 200, 0],
    [164, 200, 0],
    [100, 264, 0],
    [164, 264, 0],
  ];
  const position = flat.map(([x, y]) => [x, y, 16 + (x - 100) / 2]);
  return {
    edge: 2,
    flat: Float32Array.from(flat.flat()),
    position: Float32Array.from(position.flat()),
    indices: Uint16Array.of(0, 1, 2, 1, 3, 2),
  } as unknown as DisplacementGrid;
}

describe("isNearGrid", () => {
  const seen: number[] = [];
  const surfaces = { look: (count: number) => seen.push(count) } as unknown as DecalSurfaces;
  const isNear = (x: number, y: number, z: number, radius = 8) =>
    isNearGrid(surfaces, makeSlope(), [0, 0, 1, 0], [x, y, z], radius);

  it("takes places within 4 inches of the displaced triangle over which they are", () => {
    // One place over each triangle: the surface is at 24 and at 40.
    for (const [x, y, height] of [
      [116, 210, 24],
      [148, 254, 40],
    ]) {
      const near = [-4.1, -3.9, 0, 3.9, 4.1].map((over) => isNear(x, y, height + over));
      expect(near).toEqual([false, true, true, true, false]);
    }
    // The flat face is not the surface.
    expect(isNear(116, 210, 0, 40)).toBe(false);
  });

  it("takes places beside the grid, within the radius and 8 inches of the nearest vertex", () => {
    // 6 inches from the corner at 164, 264, 48.
    expect([39.9, 40.1, 48, 55.9, 56.1].map((z) => isNear(170, 264, z))).toEqual([
      ...[false, true, true, true, false],
    ]);
    // 6 inches from the corner at 100, 200, 16.
    expect([7.9, 8.1, 16, 23.9, 24.1].map((z) => isNear(100, 194, z))).toEqual([
      ...[false, true, true, true, false],
    ]);
    // At the middle of a side, both vertices are 32 inches away.
    expect([31, 34].map((radius) => isNear(170, 232, 48, radius))).toEqual([false, true]);
  });

  it("looks at no triangle for places outside of the box and the radius", () => {
    seen.length = 0;
    const outside: [number, number, number][] = [
      [91, 232, 24],
      [173, 232, 40],
      [132, 191, 32],
      [132, 273, 32],
      [132, 232, 7],
      [132, 232, 57],
    ];
    expect(outside.map((place) => isNear(...place))).toEqual(outside.map(() => false));
    expect(seen).toEqual([]);
    isNear(132, 232, 32);
    expect(seen).toEqual([2]);
  });
});
