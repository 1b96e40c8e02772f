import { describe, expect, it } from "vitest";
import { tessellate } from "../../src/scene/displacement.ts";

/** Twice the area that the triangles cover in the grid's own plane, all counted positive. */
function coveredArea(edge: number, indices: Uint16Array): number {
  let area = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => [
      indices[i + k] % edge,
      Math.floor(indices[i + k] / edge),
    ]);
    area += Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
  }
  return area;
}

/** Edges used by one triangle only, as "low-high". */
function findRim(indices: Uint16Array): string[] {
  const uses = new Map<string, number>();
  for (let i = 0; i < indices.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const a = indices[i + k];
      const b = indices[i + ((k + 1) % 3)];
      const key = a < b ? `${a}-${b}` : `${b}-${a}`;
      uses.set(key, (uses.get(key) ?? 0) + 1);
    }
  }
  return [...uses].filter(([, count]) => count === 1).map(([key]) => key);
}

describe("tessellate", () => {
  it.each([2, 3, 4])("covers a whole grid of power %i with two triangles a cell", (power) => {
    const edge = 2 ** power + 1;
    const indices = tessellate(edge, () => true);
    expect(indices.length / 3).toBe(2 * 4 ** power);
    expect(coveredArea(edge, indices)).toBe(2 * 4 ** power);
    expect(findRim(indices)).toHaveLength(4 * 2 ** power);
  });

  it("leaves out vertices that a coarser neighbour has not, without a gap or an overlap", () => {
    // The first row next to a grid of half the resolution: its odd vertices may not be used.
    const edge = 9;
    const indices = tessellate(edge, (vertex) => vertex >= edge || vertex % 2 === 0);
    expect(coveredArea(edge, indices)).toBe(2 * 64);
    const firstRow = findRim(indices).filter((key) =>
      key.split("-").every((vertex) => Number(vertex) < edge),
    );
    expect(firstRow.sort()).toEqual(["0-2", "2-4", "4-6", "6-8"]);
    expect([...indices].filter((vertex) => vertex < edge && vertex % 2 === 1)).toEqual([]);
  });

  it("follows a neighbour of a quarter of the resolution", () => {
    // Two levels are missing along the first row, with the centres that would need them.
    const edge = 9;
    const isAllowed = (vertex: number) => {
      const row = Math.floor(vertex / edge);
      const column = vertex % edge;
      if (row === 0) return column % 4 === 0;
      return !(row === 1 && column % 2 === 1);
    };
    const indices = tessellate(edge, isAllowed);
    expect(coveredArea(edge, indices)).toBe(2 * 64);
    const firstRow = findRim(indices).filter((key) =>
      key.split("-").every((vertex) => Number(vertex) < edge),
    );
    expect(firstRow.sort()).toEqual(["0-4", "4-8"]);
  });
});
