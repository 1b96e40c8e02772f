import { describe, expect, it } from "vitest";
import { locateLuxels } from "../../../src/compile/vbsp/parts/displacements/displacements.ts";
import { readRecords } from "../../../src/formats/binary/read-records.ts";
import {
  DISP_CORNER_NEIGHBORS,
  DISP_SUB_NEIGHBOR,
} from "../../../src/formats/bsp/records/neighbors.ts";
import { buildAndRead, makeDispInfo, makeSide, type Point, squareAt } from "./make-displacement.ts";
import { catchFault } from "./make-entity.ts";

const NONE = 0xffff;

describe("the grid of a displacement", () => {
  it("begins at the corner nearest the start position, with rows from corner 0 to 1", () => {
    // Corners: (0 0) (0 64) (64 64) (64 0); the start is the third.
    const side = makeSide(7, squareAt(0, 0, 64), makeDispInfo(2, [63, 64, 0]));
    const { grids, infos } = buildAndRead([side]);
    const at = (row: number, column: number) => [
      ...grids[0].position.subarray((row * 5 + column) * 3, (row * 5 + column) * 3 + 3),
    ];
    expect(at(0, 0)).toEqual([64, 64, 0]);
    expect(at(4, 0)).toEqual([64, 0, 0]);
    expect(at(0, 4)).toEqual([0, 64, 0]);
    expect(at(1, 2)).toEqual([32, 48, 0]);
    expect([...infos.startPosition]).toEqual([63, 64, 0]);
    expect(infos.mapFace[0]).toBe(7);
    expect(infos.minTess[0]).toBe(-0x80000000);
  });

  it("moves vertices by normal times distance, offset and elevation, stored as a unit vector", () => {
    const info = makeDispInfo(2, [0, 0, 0], { elevation: 10 });
    info.normals.set([0, 0, 1], 3);
    info.distances[1] = 8;
    info.offsets.set([0, -24, 6], 3);
    info.alphas[1] = 127.5;
    const { verts, box } = buildAndRead([makeSide(0, squareAt(0, 0, 64), info)]);
    // The first vertex is only elevated along the face's normal, which is up.
    expect([...verts.vector.subarray(0, 3), verts.dist[0], verts.alpha[0]]).toEqual([
      0, 0, 1, 10, 0,
    ]);
    // (0, -24, 8 + 6 + 10) is sqrt(2) * 24 long.
    expect(verts.dist[1]).toBeCloseTo(24 * Math.SQRT2, 5);
    expect(verts.vector[3]).toBe(0);
    expect(verts.vector[4]).toBeCloseTo(-Math.SQRT1_2, 6);
    expect(verts.vector[5]).toBeCloseTo(Math.SQRT1_2, 6);
    expect(verts.alpha[1]).toBe(127.5);
    expect([...box]).toEqual([0, -24, 10, 64, 64, 24]);
  });

  it("stores no direction for a vertex that is not moved", () => {
    const { verts } = buildAndRead([makeSide(0, squareAt(0, 0, 64), makeDispInfo(2, [0, 0, 0]))]);
    expect(verts.count).toBe(25);
    expect(verts.vector.every((value) => value === 0)).toBe(true);
    expect(verts.dist.every((value) => value === 0)).toBe(true);
  });

  it("numbers vertices and triangles across all displacements", () => {
    const sides = [2, 4, 3].map((power, i) =>
      makeSide(i, squareAt(i * 1000, 0, 64), makeDispInfo(power, [i * 1000, 0, 0])),
    );
    const { infos, verts, tris } = buildAndRead(sides);
    expect([...infos.firstVert]).toEqual([0, 25, 25 + 289]);
    expect([...infos.firstTri]).toEqual([0, 32, 32 + 512]);
    expect(verts.count).toBe(25 + 289 + 81);
    expect(tris.count).toBe(32 + 512 + 128);
    expect([...infos.contents]).toEqual([1, 1, 1]);
  });
});

describe("tags of triangles", () => {
  /** Returns a side that rises by `rise` over 64 inches along y. */
  const slope = (rise: number) =>
    makeSide(
      0,
      [
        [0, 0, 0],
        [0, 64, rise],
        [64, 64, rise],
        [64, 0, 0],
      ],
      makeDispInfo(2, [0, 0, 0]),
    );

  it.each([
    [0, 6],
    [45, 6],
    // The normal's z is cos(atan(rise / 64)): 0.8 at 48 inches, 0.7 at 65.3.
    [50, 2],
    [63, 2],
    [67, 0],
  ])("for a rise of %d inches in 64 are %d", (rise, tag) => {
    const { tris } = buildAndRead([slope(rise)]);
    expect([...new Set(tris.tags)]).toEqual([tag]);
  });

  it("are set for both triangles of a cell, whose diagonals alternate", () => {
    // One vertex is raised, so the six or two triangles around it are steep.
    const info = makeDispInfo(2, [0, 0, 0]);
    info.offsets[6 * 3 + 2] = 100;
    const { tris } = buildAndRead([makeSide(0, squareAt(0, 0, 64), info)]);
    const steep = [...tris.tags.keys()].filter((i) => tris.tags[i] === 0);
    // Vertex 6 is row 1, column 1: an even number, so all four cells' diagonals end in it.
    expect(steep).toEqual([0, 1, 2, 3, 8, 9, 10, 11]);
  });
});

describe("luxels of a displaced face", () => {
  const size = (width: number, depth: number, scale: number, start: Point = [0, 0, 0]) => {
    const corners: Point[] = [
      [0, 0, 0],
      [0, depth, 0],
      [width, depth, 0],
      [width, 0, 0],
    ];
    const lightmapVecs = [1 / scale, 0, 0, 0, 0, -1 / scale, 0, 0].map(Math.fround);
    const side = makeSide(0, corners, makeDispInfo(2, start), { lightmapVecs });
    return [...buildAndRead([side]).lightmapSize];
  };

  it("count the whole luxels of the longest side, plus one", () => {
    expect(size(256, 512, 16)).toEqual([17, 33]);
    expect(size(255, 512, 16)).toEqual([16, 33]);
  });

  it("follow the columns first, so they depend on the start corner", () => {
    expect(size(256, 512, 16, [0, 512, 0])).toEqual([33, 17]);
  });

  it("are at most 125 along a side", () => {
    expect(size(512, 4096, 4)).toEqual([125, 125]);
  });
});

describe("luxel positions on the grid", () => {
  it("are a triangle and the weights of its corners", () => {
    // Power 2: four squares of eight triangles; 4 luxel steps fall on the vertices.
    const { count, triangle, barycentric } = locateLuxels(2, [4, 4]);
    const at = (column: number, row: number) => {
      const i = row * 5 + column;
      return [triangle[i], ...barycentric.subarray(i * 3, i * 3 + 3)];
    };
    expect(count).toBe(25);
    // The square of the greatest x and y comes first, that of the least third.
    expect(at(4, 4)).toEqual([5, 0, 255, 0]);
    expect(at(0, 0)).toEqual([17, 0, 255, 0]);
    // A centre is the last corner of the square's first triangle.
    expect(at(3, 3)).toEqual([0, 0, 0, 255]);
    // The grid's middle belongs to the first square, as its lower left corner.
    expect(at(2, 2)).toEqual([1, 0, 255, 0]);
  });

  it("exist for any number of luxels, with weights that sum to one", () => {
    for (const power of [2, 3, 4]) {
      for (let size = 1; size <= 125; size += 3) {
        const { count, triangle, barycentric } = locateLuxels(power, [size, 5]);
        expect(count).toBe((size + 1) * 6);
        expect(Math.max(...triangle)).toBeLessThan(2 * 4 ** power);
        for (let i = 0; i < count; i++) {
          const sum = barycentric[i * 3] + barycentric[i * 3 + 1] + barycentric[i * 3 + 2];
          // Each weight is truncated to 1/255.9.
          if (sum < 253 || sum > 255)
            expect.fail(`power ${power}, size ${size}, luxel ${i}: ${sum}`);
        }
      }
    }
  });

  it("begin at the offset in the displacement's record", () => {
    const sides = [16, 32].map((scale, i) =>
      makeSide(i, squareAt(i * 1000, 0, 64), makeDispInfo(2, [i * 1000, 0, 0]), {
        lightmapVecs: [1 / scale, 0, 0, 0, 0, -1 / scale, 0, 0],
      }),
    );
    const { infos, lumps, lightmapSize } = buildAndRead(sides);
    expect([...lightmapSize]).toEqual([5, 5, 3, 3]);
    expect([...infos.lightmapSamplePositionStart]).toEqual([0, 36 * 4]);
    const samples = lumps.get("LUMP_DISP_LIGHTMAP_SAMPLE_POSITIONS");
    expect(samples?.bytes.length).toBe((36 + 16) * 4);
  });
});

/**
 * Returns the neighbours in a side's two slots: [displacement, orientation, span, neighbour's
 * span].
 */
function readSide(infos: ReturnType<typeof buildAndRead>["infos"], disp: number, side: number) {
  const bytes = infos.edgeNeighbors.subarray(disp * 48, disp * 48 + 48);
  const table = readRecords(bytes, DISP_SUB_NEIGHBOR, true);
  return [side * 2, side * 2 + 1].map((i) =>
    table.neighbor[i] === NONE
      ? null
      : [table.neighbor[i], table.neighborOrientation[i], table.span[i], table.neighborSpan[i]],
  );
}

describe("neighbours", () => {
  const flat = (x: number, y: number, size: number, power = 2, start: Point = [x, y, 0]) =>
    makeSide(0, squareAt(x, y, size), makeDispInfo(power, start));

  it("share a whole side in the same orientation", () => {
    const { infos } = buildAndRead([flat(0, 0, 64), flat(64, 0, 64)]);
    // Side 2 (right) of the first is side 0 (left) of the second.
    expect(readSide(infos, 0, 2)).toEqual([[1, 0, 0, 0], null]);
    expect(readSide(infos, 1, 0)).toEqual([[0, 0, 0, 0], null]);
    for (const side of [0, 1, 3]) expect(readSide(infos, 0, side)).toEqual([null, null]);
  });

  it("share a whole side, rotated by 90 degrees", () => {
    // The second grid starts at its upper left corner, so its side 3 is on the left.
    const { infos } = buildAndRead([flat(0, 0, 64), flat(64, 0, 64, 2, [64, 64, 0])]);
    expect(readSide(infos, 0, 2)).toEqual([[1, 3, 0, 0], null]);
    expect(readSide(infos, 1, 3)).toEqual([[0, 1, 0, 0], null]);
  });

  it("share halves of a side, counted upwards and to the right on every side", () => {
    const sides = [flat(0, 0, 128), flat(128, 0, 64), flat(128, 64, 64), flat(-64, 64, 64)];
    const { infos } = buildAndRead(sides);
    // Right: the lower half (corner to midpoint), then the upper (midpoint to corner).
    expect(readSide(infos, 0, 2)).toEqual([
      [1, 0, 1, 0],
      [2, 0, 2, 0],
    ]);
    expect(readSide(infos, 1, 0)).toEqual([[0, 0, 0, 1], null]);
    expect(readSide(infos, 2, 0)).toEqual([[0, 0, 0, 2], null]);
    // Only the upper half of the left side.
    expect(readSide(infos, 0, 0)).toEqual([null, [3, 0, 2, 0]]);
    expect(readSide(infos, 3, 2)).toEqual([[0, 0, 0, 2], null]);
  });

  it("share only a corner", () => {
    const { infos } = buildAndRead([flat(0, 0, 64), flat(64, 64, 64)]);
    const table = (disp: number) =>
      readRecords(
        infos.cornerNeighbors.subarray(disp * 40, disp * 40 + 40),
        DISP_CORNER_NEIGHBORS,
        true,
      );
    expect([...table(0).neighborCount]).toEqual([0, 0, 1, 0]);
    expect(table(0).neighbors[2 * 4]).toBe(1);
    expect([...table(1).neighborCount]).toEqual([1, 0, 0, 0]);
    expect(table(1).neighbors[0]).toBe(0);
    for (const side of [0, 1, 2, 3]) expect(readSide(infos, 0, side)).toEqual([null, null]);
  });

  it("exclude sides that run the same way, like the sides of a face and its back", () => {
    const back = squareAt(0, 0, 64).reverse();
    const { infos } = buildAndRead([
      flat(64, 0, 64),
      makeSide(1, back, makeDispInfo(2, [0, 0, 0])),
    ]);
    for (const side of [0, 1, 2, 3]) expect(readSide(infos, 0, side)).toEqual([null, null]);
  });

  it("are the first two if three sides meet", () => {
    const wall: Point[] = [
      [64, 0, 0],
      [64, 64, 0],
      [64, 64, 64],
      [64, 0, 64],
    ];
    const sides = [flat(0, 0, 64), flat(64, 0, 64), makeSide(2, wall, makeDispInfo(2, [64, 0, 0]))];
    const { infos } = buildAndRead(sides);
    expect(readSide(infos, 0, 2)[0]?.[0]).toBe(1);
    expect([0, 1, 2, 3].map((side) => readSide(infos, 2, side)[0])).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

describe("too many displacements", () => {
  it("cause one error with the line of the first beyond the limit", () => {
    const sides = Array.from({ length: 2049 }, (_, i) =>
      makeSide(i, squareAt(0, 0, 64), makeDispInfo(2, [0, 0, 0], { line: i + 10 })),
    );
    const error = catchFault(() => buildAndRead(sides));
    expect([error.format, error.code, error.line]).toEqual(["VMF", "bad-count", 2058]);
  });
});
