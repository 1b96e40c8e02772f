import { describe, expect, it } from "vitest";
import { tessellate, tessellateAllowed } from "../../../src/scene/world/tessellate.ts";

/** Returns twice the area of the triangles in the grid's plane, all counted as positive. */
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

/** Returns the edges used by only one triangle, as "low-high". */
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
  it.each([2, 3, 4])("covers a grid of power %i with two triangles per cell", (power) => {
    const edge = 2 ** power + 1;
    const indices = tessellate(edge, () => true);
    expect(indices.length / 3).toBe(2 * 4 ** power);
    expect(coveredArea(edge, indices)).toBe(2 * 4 ** power);
    expect(findRim(indices)).toHaveLength(4 * 2 ** power);
  });

  it("skips vertices that a coarser neighbour lacks, without gaps or overlaps", () => {
    // The first row borders a grid of half the resolution, so its odd vertices are not allowed.
    const edge = 9;
    const indices = tessellate(edge, (vertex) => vertex >= edge || vertex % 2 === 0);
    expect(coveredArea(edge, indices)).toBe(2 * 64);
    const firstRow = findRim(indices).filter((key) =>
      key.split("-").every((vertex) => Number(vertex) < edge),
    );
    expect(firstRow.sort()).toEqual(["0-2", "2-4", "4-6", "6-8"]);
    expect([...indices].filter((vertex) => vertex < edge && vertex % 2 === 1)).toEqual([]);
  });

  it("adapts to a neighbour of a quarter of the resolution", () => {
    // Two levels are missing along the first row, with the centres that depend on them.
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

describe("tessellateAllowed", () => {
  const bits = (edge: number, isAllowed: (vertex: number) => boolean) => {
    const words = new Uint32Array(10);
    for (let i = 0; i < edge * edge; i++) if (isAllowed(i)) words[i >>> 5] |= 1 << (i & 31);
    return words;
  };

  it.each([
    [2, 4],
    [3, 4],
    [4, 16],
  ])("sorts the triangles of power %i into %i blocks by cell", (power, blocks) => {
    const edge = 2 ** power + 1;
    const { indices, blockFirstIndex } = tessellateAllowed(
      edge,
      bits(edge, () => true),
      0,
    );
    expect(blockFirstIndex).toHaveLength(blocks + 1);
    expect(blockFirstIndex[blocks]).toBe(indices.length);
    expect(coveredArea(edge, indices)).toBe(2 * 4 ** power);
    const across = Math.sqrt(blocks);
    const cells = (edge - 1) / across;
    for (let block = 0; block < blocks; block++) {
      const [row, column] = [Math.floor(block / across) * cells, (block % across) * cells];
      const part = indices.subarray(blockFirstIndex[block], blockFirstIndex[block + 1]);
      expect(part.length).toBe(cells * cells * 6);
      for (const vertex of part) {
        expect(Math.floor(vertex / edge) - row).toBeGreaterThanOrEqual(0);
        expect(Math.floor(vertex / edge) - row).toBeLessThanOrEqual(cells);
        expect((vertex % edge) - column).toBeGreaterThanOrEqual(0);
        expect((vertex % edge) - column).toBeLessThanOrEqual(cells);
      }
    }
  });

  it("reads the bits at an offset and skips vertices whose bit is 0", () => {
    const edge = 9;
    const words = new Uint32Array(20);
    words.set(
      bits(edge, (vertex) => vertex >= edge || vertex % 2 === 0),
      10,
    );
    const { indices } = tessellateAllowed(edge, words, 10);
    expect(coveredArea(edge, indices)).toBe(2 * 64);
    expect([...indices].some((vertex) => vertex < edge && vertex % 2 === 1)).toBe(false);
  });

  it("returns indices that may be modified", () => {
    const first = tessellateAllowed(
      5,
      bits(5, () => true),
      0,
    );
    first.indices.fill(0);
    expect(
      tessellateAllowed(
        5,
        bits(5, () => true),
        0,
      ).indices[0],
    ).not.toBe(
      tessellateAllowed(
        5,
        bits(5, () => true),
        0,
      ).indices[1],
    );
  });
});
