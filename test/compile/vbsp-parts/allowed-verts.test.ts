import { describe, expect, it } from "vitest";
import { createRandom } from "../../../src/compile/generate/random.ts";
import type { DisplacedSide } from "../../../src/compile/vbsp/parts/displacements/disp-grid.ts";
import { hasBit } from "../../../src/core/bit-set.ts";
import {
  buildAndRead,
  listRim,
  makeDispInfo,
  makeSide,
  type Point,
  squareAt,
} from "./make-displacement.ts";

const wordsOf = (allowed: Uint32Array, disp: number) => allowed.subarray(disp * 10, disp * 10 + 10);

/** Lists the vertices of a grid that may not be drawn. */
function listRefused(allowed: Uint32Array, disp: number, edge: number): number[] {
  const words = wordsOf(allowed, disp);
  return [...Array(edge * edge).keys()].filter((vertex) => !hasBit(words, vertex));
}

describe("allowed vertices", () => {
  const flat = (x: number, y: number, size: number, power: number) =>
    makeSide(0, squareAt(x, y, size), makeDispInfo(power, [x, y, 0]));

  it("include all without neighbours, and next to one of the same power", () => {
    const { infos } = buildAndRead([flat(0, 0, 64, 3), flat(64, 0, 64, 3), flat(500, 0, 64, 2)]);
    expect(infos.allowedVerts.every((word) => word === 0xffffffff)).toBe(true);
  });

  it("exclude every second one of a side next to a coarser grid", () => {
    const { infos } = buildAndRead([flat(0, 0, 64, 3), flat(64, 0, 64, 2)]);
    // The last column of the first grid: rows 1, 3, 5, 7 of 9. No other vertices depend on the
    // finest ones.
    expect(listRefused(infos.allowedVerts, 0, 9)).toEqual([17, 35, 53, 71]);
    expect(listRefused(infos.allowedVerts, 1, 5)).toEqual([]);
  });

  it("exclude vertices that depend on excluded ones, if a grid is finer by two", () => {
    const { infos } = buildAndRead([flat(0, 0, 64, 4), flat(64, 0, 64, 2)]);
    const refused = listRefused(infos.allowedVerts, 0, 17);
    const column = (c: number) =>
      refused.filter((v) => v % 17 === c).map((v) => Math.floor(v / 17));
    // The side keeps rows 0, 4, 8, 12, 16.
    expect(column(16)).toEqual([1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15]);
    // Rows 2, 6, 10, 14 of the side carried the centres in column 15 at every odd row, and each of
    // these the four vertices around it, up to the ends of the column.
    expect(column(15)).toEqual([...Array(17).keys()]);
    expect(column(14)).toEqual([1, 3, 5, 7, 9, 11, 13, 15]);
    expect(column(13)).toEqual([]);
    expect(refused.every((v) => v % 17 >= 14)).toBe(true);
  });

  it("treat half a side as a grid of twice its vertices", () => {
    // A big grid of power 3 meets small ones of power 2: eight cells against two times four.
    const even = buildAndRead([flat(0, 0, 128, 3), flat(128, 0, 64, 2), flat(128, 64, 64, 2)]);
    expect(even.infos.allowedVerts.every((word) => word === 0xffffffff)).toBe(true);
    // With power 2 the big one is coarser: the small ones' sides keep every second vertex.
    const coarse = buildAndRead([flat(0, 0, 128, 2), flat(128, 0, 64, 2)]);
    expect(listRefused(coarse.infos.allowedVerts, 1, 5)).toEqual([5, 15]);
    expect(listRefused(coarse.infos.allowedVerts, 0, 5)).toEqual([]);
    // With power 4 it is finer on the half that has a neighbour.
    const fine = buildAndRead([flat(0, 0, 128, 4), flat(128, 0, 64, 2)]);
    expect(listRefused(fine.infos.allowedVerts, 0, 17)).toEqual(
      [1, 3, 5, 7].map((r) => r * 17 + 16),
    );
  });

  it("propagate to a third grid that shares excluded vertices", () => {
    // Power 4 next to 2 loses vertices near its corner, so its other neighbour of power 4 must lose
    // them too.
    const sides = [flat(0, 0, 64, 4), flat(64, 0, 64, 2), flat(0, 64, 64, 4)];
    const { infos } = buildAndRead(sides);
    const top = listRefused(infos.allowedVerts, 0, 17).filter((v) => v >= 16 * 17);
    const bottom = listRefused(infos.allowedVerts, 2, 17).filter((v) => v < 17);
    expect(top.length).toBeGreaterThan(0);
    expect(bottom).toEqual(top.map((v) => v % 17));
  });
});

/**
 * Makes squares of two sizes with mixed powers and start corners, which cover 1024 x 1024 inches.
 */
function makeTerrain(seed: number): DisplacedSide[] {
  const random = createRandom(seed);
  const sides: DisplacedSide[] = [];
  const add = (x: number, y: number, size: number) => {
    const corners = squareAt(x, y, size);
    const power = random.pick([2, 3, 4]);
    const info = makeDispInfo(power, random.pick(corners));
    // Any corner may come first, as in faces.
    const first = random.index(4);
    const turned = [0, 1, 2, 3].map((i) => corners[(first + i) % 4]);
    sides.push(makeSide(sides.length, turned, info));
  };
  for (let x = 0; x < 1024; x += 256) {
    for (let y = 0; y < 1024; y += 256) {
      if (random.next() < 0.6) add(x, y, 256);
      else
        for (const [i, j] of [
          [0, 0],
          [128, 0],
          [0, 128],
          [128, 128],
        ])
          add(x + i, y + j, 128);
    }
  }
  return sides;
}

describe("terrains of mixed powers and sizes", () => {
  it("have no cracks: every drawn inner edge is an edge of two grids", () => {
    let inside = 0;
    let refused = 0;
    for (let seed = 1; seed <= 12; seed++) {
      const { grids, infos } = buildAndRead(makeTerrain(seed));
      const owners = new Map<string, number>();
      for (const [disp, grid] of grids.entries()) {
        refused += listRefused(infos.allowedVerts, disp, grid.edge).length;
        const at = (vertex: number): Point => [
          grid.flat[vertex * 3],
          grid.flat[vertex * 3 + 1],
          grid.flat[vertex * 3 + 2],
        ];
        for (const [a, b] of listRim(grid.edge, wordsOf(infos.allowedVerts, disp))) {
          const key = [at(a).join(" "), at(b).join(" ")].sort().join(" - ");
          owners.set(key, (owners.get(key) ?? 0) + 1);
        }
      }
      for (const [key, count] of owners) {
        const [from, to] = key.split(" - ").map((point) => point.split(" ").map(Number));
        const isOutside = [0, 1].some(
          (axis) => from[axis] === to[axis] && (from[axis] === 0 || from[axis] === 1024),
        );
        if (!isOutside) inside++;
        expect(count, `seed ${seed}, ${key}`).toBe(isOutside ? 1 : 2);
      }
    }
    expect(inside).toBeGreaterThan(3000);
    expect(refused).toBeGreaterThan(1000);
  });

  it("do not depend on the order of the displacements", () => {
    const sides = makeTerrain(5);
    const forth = buildAndRead(sides);
    const back = buildAndRead([...sides].reverse());
    for (let i = 0; i < sides.length; i++) {
      const other = sides.length - 1 - i;
      expect(wordsOf(back.infos.allowedVerts, other)).toEqual(wordsOf(forth.infos.allowedVerts, i));
    }
  });
});

describe("vertices that are not drawn", () => {
  it("are moved onto the drawn triangles", () => {
    const info = makeDispInfo(3, [0, 0, 0]);
    // The right side rises in steps: rows 0 to 8 are 0, 1, 4, 9, 16, ... high.
    for (let row = 0; row < 9; row++) info.offsets[(row * 9 + 8) * 3 + 2] = row * row;
    const coarse = makeDispInfo(2, [64, 0, 0]);
    for (let row = 0; row < 5; row++) coarse.offsets[row * 5 * 3 + 2] = row * row * 4;
    const { grids, verts } = buildAndRead([
      makeSide(0, squareAt(0, 0, 64), info),
      makeSide(1, squareAt(64, 0, 64), coarse),
    ]);
    const heights = [...Array(9).keys()].map((row) => grids[0].position[(row * 9 + 8) * 3 + 2]);
    expect(heights).toEqual([0, 2, 4, 10, 16, 26, 36, 50, 64]);
    expect(verts.dist[1 * 9 + 8]).toBe(2);
    expect([...verts.vector.subarray(17 * 3, 18 * 3)]).toEqual([0, 0, 1]);
  });
});
