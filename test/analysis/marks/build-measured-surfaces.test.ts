/**
 * Measured surfaces and edges of a map with known boxes, of the demo, and of damaged and real maps.
 */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { buildSurfaces } from "../../../src/analysis/marks/build-measured-surfaces.ts";
import { readMarkMap } from "../../../src/analysis/marks/mark-map.ts";
import { createSeamRemover } from "../../../src/analysis/marks/remove-seams.ts";
import { FormatError } from "../../../src/core/errors.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import {
  type MeasuredSurfaces,
  SURFACE_DISPLACEMENT,
} from "../../../src/map/solid/measured-surfaces.ts";
import { polygonArea } from "../../../src/math/polygon.ts";
import { hasCorpus, listCorpusMaps, listSmallestMaps, readCorpus } from "../../support/corpus.ts";
import { BOX, GENTLE, measuredRoom, ROOM, SLAB_ORIGIN, STEEP } from "./measured-room.ts";

const demo = () => readFileSync(resolve(import.meta.dirname, "../../../assets/visleaf_demo.bsp"));

let bytes: Uint8Array;
let room: MeasuredSurfaces;
beforeAll(() => {
  bytes = measuredRoom();
  room = buildSurfaces(readMarkMap(bytes));
});

/** Returns the rows of pieces whose corners are all in a box. */
function piecesIn(surfaces: MeasuredSurfaces, [mins, maxs]: typeof BOX): number[] {
  const { firstCorner, corners } = surfaces;
  return Array.from({ length: surfaces.count }, (_, row) => row).filter((row) => {
    for (let i = firstCorner[row] * 3; i < firstCorner[row + 1] * 3; i++) {
      if (corners[i] < mins[i % 3] - 0.01 || corners[i] > maxs[i % 3] + 0.01) return false;
    }
    return true;
  });
}

const normalOf = ({ normal }: MeasuredSurfaces, row: number) => [
  ...normal.subarray(row * 3, row * 3 + 3),
];

describe("measured surfaces of a box and two ramps", () => {
  it("have the area and size of the source brush", () => {
    const top = piecesIn(room, BOX).filter((row) => room.normal[row * 3 + 2] > 0.9);
    const whole = room.whole[top[0]];
    expect(new Set(top.map((row) => room.whole[row]))).toEqual(new Set([whole]));
    expect(room.wholeArea[whole]).toBeCloseTo(128 * 64, 1);
    expect(room.wholeDrawnArea[whole]).toBeCloseTo(128 * 64, 1);
    expect([...room.wholeSize.subarray(whole * 2, whole * 2 + 2)]).toEqual([
      expect.closeTo(128, 2),
      expect.closeTo(64, 2),
    ]);
  });

  it.each([
    ["gentle", GENTLE, [-1, 0, 2], 64, 128],
    ["steep", STEEP, [-2, 0, 1], 80, 64],
  ] as const)(
    "have an outward normal and the slope's size: the %s one",
    (_name, box, way, width, run) => {
      const slope = piecesIn(room, box).find((row) => {
        const z = room.normal[row * 3 + 2];
        return z > 0.1 && z < 0.99;
      })!;
      const along = way.map((value) => expect.closeTo(value / Math.sqrt(5), 4));
      expect(normalOf(room, slope)).toEqual(along);
      const [wide, high] = room.wholeSize.subarray(room.whole[slope] * 2);
      // The slope is 1 in 2 or 2 in 1, so the hypotenuse is half the root of 5 of the longer side.
      const longer = Math.max(run, box[1][2]);
      expect([wide, high]).toEqual([
        expect.closeTo(width, 2),
        expect.closeTo((longer * Math.sqrt(5)) / 2, 2),
      ]);
    },
  );

  it("of a brush entity have its rotation, and name the entity", () => {
    const [x, y, z] = SLAB_ORIGIN;
    const turned: typeof BOX = [
      [x - 32, y, z],
      [x, y + 96, z + 16],
    ];
    const pieces = piecesIn(room, turned);
    expect(pieces.length).toBeGreaterThanOrEqual(6);
    const entity = parseBsp(bytes).entities.findIndex((e) => e.get("classname") === "func_brush");
    expect(new Set(pieces.map((row) => room.entity[row]))).toEqual(new Set([entity]));
    const area = pieces.reduce(
      (sum, row) =>
        sum + polygonArea(room.corners, room.firstCorner[row], room.firstCorner[row + 1]),
      0,
    );
    expect(area).toBeCloseTo(2 * (96 * 32 + 96 * 16 + 32 * 16), 0);
    const south = pieces.filter((row) => normalOf(room, row)[1] < -0.99);
    expect(south).toHaveLength(1);
    expect(room.wholeSize[room.whole[south[0]] * 2]).toBeCloseTo(32, 2);
  });

  it("have edges at the rims of source faces, but not at split seams", () => {
    let split = 0;
    for (let whole = 0; whole < room.wholeCount; whole++) {
      if (room.wholePieces[whole] > 1) split++;
    }
    expect(split).toBeGreaterThan(0);
    let length = 0;
    const { edges } = room;
    for (let i = 0; i < edges.length; i += 6) {
      if (Math.abs(edges[i + 2]) > 0.01 || Math.abs(edges[i + 5]) > 0.01) continue;
      length += Math.hypot(edges[i + 3] - edges[i], edges[i + 4] - edges[i + 1]);
    }
    const round = ([mins, maxs]: typeof BOX) => 2 * (maxs[0] - mins[0] + maxs[1] - mins[1]);
    const walls = 2 * (ROOM[0] + ROOM[1]);
    // Each rim edge belongs to the floor and to the thing that stands there.
    expect(length).toBeCloseTo(2 * (walls + round(BOX) + round(GENTLE) + round(STEEP)), 0);
  });
});

describe("seams", () => {
  const square = (x: number, y: number, width: number, height: number) => [
    ...[x, y, 0, x + width, y, 0],
    ...[x + width, y + height, 0, x, y + height, 0],
  ];
  const lengthOf = (edges: readonly number[]) => {
    let sum = 0;
    for (let i = 0; i < edges.length; i += 6) {
      sum += Math.hypot(edges[i + 3] - edges[i], edges[i + 4] - edges[i + 1]);
    }
    return sum;
  };

  it("vanish between a piece and two others, and where pieces overlap in part", () => {
    const out: number[] = [];
    const seams = createSeamRemover(out);
    seams.addPiece(0, square(0, 0, 64, 64));
    seams.addPiece(0, square(64, 0, 64, 32));
    seams.addPiece(0, square(64, 32, 64, 32));
    seams.flush();
    expect(lengthOf(out)).toBeCloseTo(2 * (128 + 64), 6);
    out.length = 0;
    seams.addPiece(0, square(0, 0, 64, 64));
    seams.addPiece(0, square(64, 48, 64, 64));
    seams.flush();
    expect(lengthOf(out)).toBeCloseTo(8 * 64 - 2 * 16, 6);
    out.length = 0;
    seams.addPiece(0, square(0, 0, 64, 64));
    seams.addPiece(0, square(64, -48, 64, 64));
    seams.flush();
    expect(lengthOf(out)).toBeCloseTo(8 * 64 - 2 * 16, 6);
    expect(seams.areKept).toBe(false);
  });

  it("between two surfaces are edges of both", () => {
    const out: number[] = [];
    const seams = createSeamRemover(out);
    seams.addPiece(0, square(0, 0, 64, 64));
    seams.addPiece(1, square(64, 0, 64, 64));
    seams.flush();
    expect(lengthOf(out)).toBeCloseTo(8 * 64, 6);
  });

  it("are kept and reported if there are too many pieces", () => {
    const out: number[] = [];
    const seams = createSeamRemover(out);
    for (let i = 0; i < 2500; i++) seams.addPiece(0, square(i * 64, 0, 64, 64));
    seams.flush();
    expect(seams.areKept).toBe(true);
    expect(lengthOf(out)).toBeCloseTo(2500 * 4 * 64, 3);
  });
});

/** Checks properties that hold for the surfaces of every map. */
function checkSurfaces(surfaces: MeasuredSurfaces): void {
  const { count, firstCorner, corners, normal, whole, edges } = surfaces;
  expect(corners.every(Number.isFinite) && normal.every(Number.isFinite)).toBe(true);
  expect(edges.every(Number.isFinite)).toBe(true);
  expect(firstCorner[count] * 3).toBe(corners.length);
  expect(whole.every((row) => row < surfaces.wholeCount)).toBe(true);
  expect(surfaces.wholePieces.every((pieces) => pieces > 0)).toBe(true);
  for (let row = 0; row < surfaces.wholeCount; row++) {
    if (!(surfaces.wholeArea[row] >= surfaces.wholeDrawnArea[row])) throw new Error(`whole ${row}`);
  }
}

/**
 * Checks for a sound map that a flat surface is no larger than the rectangle of its size. Where
 * brushes of an entity overlap, as the teeth and the disc of a gear, vbsp gives pieces of two sides
 * one original face.
 */
function checkSizes(surfaces: MeasuredSurfaces): void {
  const { count, kind, normal, whole, wholeCount, wholeArea, wholeSize } = surfaces;
  const displaced = new Set(whole.filter((_, piece) => kind[piece] === SURFACE_DISPLACEMENT));
  const first = new Map<number, number>();
  const bent = new Set<number>();
  for (let piece = 0; piece < count; piece++) {
    const other = first.get(whole[piece]) ?? piece;
    first.set(whole[piece], other);
    const along = [0, 1, 2].map((k) => normal[piece * 3 + k] * normal[other * 3 + k]);
    if (along[0] + along[1] + along[2] < 0.99) bent.add(whole[piece]);
  }
  // A few of thousands, or the check would not see anything.
  const flatOnly = [...bent].filter((row) => !displaced.has(row));
  expect(flatOnly.length).toBeLessThanOrEqual(Math.ceil(wholeCount / 500));
  for (let row = 0; row < wholeCount; row++) {
    const around = wholeSize[row * 2] * wholeSize[row * 2 + 1];
    if (displaced.has(row) || bent.has(row) || around * 1.01 + 1 > wholeArea[row]) continue;
    throw new Error(`whole ${row}: ${wholeArea[row]} in ${around}`);
  }
}

/** Returns "bad" if the file is refused with a FormatError. */
function answerOf(map: Uint8Array, isSound = false): "bad" | "answer" {
  try {
    const surfaces = buildSurfaces(readMarkMap(map));
    checkSurfaces(surfaces);
    if (isSound) checkSizes(surfaces);
    return "answer";
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return "bad";
  }
}

it("the demo's measured faces have the areas in the file, and its ground has triangles", () => {
  const map = readMarkMap(demo());
  const surfaces = buildSurfaces(map);
  checkSurfaces(surfaces);
  checkSizes(surfaces);
  expect(surfaces.warnings).toEqual([]);
  const { faces, models, texInfos } = map.world;
  // The compiler's areas of the world's drawn faces, without displacements and sky.
  let stated = 0;
  for (let face = 0; face < models.faceCount[0]; face++) {
    const flags = texInfos.flags[faces.texinfo[face]];
    if (faces.dispInfo[face] < 0 && (flags & 0x86) === 0) stated += faces.area[face];
  }
  let measured = 0;
  let triangles = 0;
  for (let row = 0; row < surfaces.count; row++) {
    const [first, end] = surfaces.firstCorner.subarray(row, row + 2);
    if (surfaces.kind[row] === SURFACE_DISPLACEMENT) triangles++;
    else if (surfaces.entity[row] < 0) measured += polygonArea(surfaces.corners, first, end);
  }
  expect(measured / stated).toBeCloseTo(1, 3);
  expect(triangles).toBeGreaterThan(1000);
});

it("a damaged map is measured or refused, wherever it ends and whatever its face lumps hold", () => {
  const answers = new Set<string>();
  for (let cut = 1; cut <= 20; cut++) {
    answers.add(answerOf(bytes.slice(0, Math.floor((bytes.length * cut) / 20))));
  }
  const header = new DataView(bytes.buffer, bytes.byteOffset);
  // LUMP_VERTEXES, LUMP_FACES, LUMP_EDGES, LUMP_SURFEDGES, ORIGINALFACES, MODELS, PLANES.
  for (const lump of [3, 7, 12, 13, 27, 14, 1]) {
    const at = header.getInt32(8 + lump * 16, true);
    const length = header.getInt32(12 + lump * 16, true);
    for (let step = 0; step < 24; step++) {
      const damaged = bytes.slice();
      const place = at + Math.floor((length * step) / 24);
      damaged.fill(step % 2 === 0 ? 0xff : 0x40, place, Math.min(place + 4, at + length));
      answers.add(answerOf(damaged));
    }
  }
  expect([...answers].sort()).toEqual(["answer", "bad"]);
});

it("without original faces, the pieces together have the whole area", () => {
  const map = bytes.slice();
  // LUMP_ORIGINALFACES has no records.
  new DataView(map.buffer).setInt32(12 + 27 * 16, 0, true);
  const surfaces = buildSurfaces(readMarkMap(map));
  const top = piecesIn(surfaces, BOX).filter((row) => surfaces.normal[row * 3 + 2] > 0.9);
  for (const row of top) {
    const whole = surfaces.whole[row];
    expect(surfaces.wholeArea[whole]).toBe(surfaces.wholeDrawnArea[whole]);
  }
});

describe.skipIf(!hasCorpus)("measured surfaces of real maps", () => {
  it("are answered or refused for whole and for cut maps", () => {
    const whole = listCorpusMaps().map((path) => answerOf(readCorpus(path), true));
    expect(whole.filter((each) => each === "answer").length).toBeGreaterThan(whole.length * 0.8);
    for (const path of listSmallestMaps(4)) {
      const map = readCorpus(path);
      for (let cut = 1; cut < 10; cut++) answerOf(map.subarray(0, (map.length * cut) / 10));
    }
  });
});
