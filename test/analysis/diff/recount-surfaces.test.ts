/**
 * Recounts surfaces and displacements of `diff` cell by cell and vertex by vertex, on hundreds of
 * faces made of columns.
 */

import { describe, expect, it } from "vitest";
import type { MapVersion } from "../../../src/analysis/diff/open-version.ts";
import { diffDisplacements } from "../../../src/analysis/diff/surfaces/diff-displacements.ts";
import { diffSurfaces } from "../../../src/analysis/diff/surfaces/diff-surfaces.ts";
import { buildFaceTable, type ModelPair } from "../../../src/analysis/diff/surfaces/face-table.ts";

const list = (count: number) => Array.from({ length: count }, (_, i) => i);
type Vec = readonly [number, number, number];

/**
 * A plane of the made map: normal, corner, and two axes in the plane. All cells of a group are 8
 * inches wide.
 */
interface Plane {
  readonly normal: Vec;
  readonly corner: Vec;
  readonly u: Vec;
  readonly v: Vec;
}
const PLANES = list(12).map((i): Plane => {
  const corner: Vec = [(i % 4) * 512, i * 64, 100 - i * 16];
  // Two planes face each other, two belong to a slope, and the others are along the axes.
  if (i === 1) return { normal: [0, 0, -1], corner: [0, 0, 0], u: [0, 1, 0], v: [1, 0, 0] };
  if (i % 5 === 3) return { normal: [0.6, 0, 0.8], corner, u: [0.8, 0, -0.6], v: [0, 1, 0] };
  if (i % 3 === 0) return { normal: [0, 0, 1], corner, u: [1, 0, 0], v: [0, 1, 0] };
  if (i % 3 === 1) return { normal: [0, -1, 0], corner, u: [1, 0, 0], v: [0, 0, 1] };
  return { normal: [1, 0, 0], corner, u: [0, 1, 0], v: [0, 0, 1] };
});
PLANES[0] = { ...PLANES[0], corner: [0, 0, 0] };

const CELLS = 24;
const MATERIALS = ["p", "q", "r", "s", "t"];
/** True if a plane belongs to the brush entity, which moved and has a separate space. */
const isDoor = (plane: number) => plane >= 9;
const SHIFT: Vec = [128, 40, 8];
const ORIGIN: Vec = [1000, -200, 0];

interface Rect {
  readonly plane: number;
  readonly u: number;
  readonly v: number;
  readonly wide: number;
  readonly high: number;
  readonly material: number;
}

/** Returns the faces of a version. Planes with odd numbers are cut differently in B. */
const listRects = (isB: boolean): Rect[] =>
  list(PLANES.length).flatMap((plane) => {
    const [wide, high] = isB && plane % 2 === 1 ? [4, 6] : [3, 8];
    return list((CELLS / wide) * (CELLS / high)).flatMap((i): Rect[] => {
      const [u, v] = [(i % (CELLS / wide)) * wide, Math.floor(i / (CELLS / wide)) * high];
      if ((u * 7 + v * 5 + plane + (isB ? 1 : 0)) % 9 === 2) return [];
      const painted = isB && (u + v + plane) % 11 === 3 ? 1 : 0;
      const material = (((u * 3 + v + plane * 5) >> 4) + painted) % MATERIALS.length;
      return [{ plane, u, v, wide, high, material }];
    });
  });
/** Texels by which B's texture is shifted: none, a few, or a whole texture. */
const texelsOff = ({ u, v, plane }: Rect) => [5, 64, 0, 0][(u + v * 2 + plane) % 9] ?? 0;
const isRegridded = ({ u, v, plane }: Rect) => (u + v * 3 + plane) % 13 === 4;

function pointOf({ plane }: Rect, u: number, v: number, isB: boolean): number[] {
  const { corner, u: along, v: up, normal } = PLANES[plane];
  // B's planes along the axes are off by a fiftieth of an inch, as other precision makes them.
  const offset = isB && plane % 5 !== 3 ? 0.02 : 0;
  return [0, 1, 2].map((axis) => {
    const moved = isB && isDoor(plane) ? SHIFT[axis] : 0;
    const aside = normal[axis] * offset;
    return corner[axis] + along[axis] * u * 8 + up[axis] * v * 8 + moved + aside;
  });
}

/**
 * Returns the world's faces, then the door's. B's are in reverse order, start at another corner and
 * use edges backwards.
 */
function makeVersion(isB: boolean): MapVersion {
  const rects = listRects(isB);
  if (isB) rects.reverse();
  rects.sort((a, b) => Number(isDoor(a.plane)) - Number(isDoor(b.plane)));
  const doors = rects.filter(({ plane }) => isDoor(plane)).length;
  const position: number[] = [9, 9, 9];
  const edges: number[] = [0, 0];
  const surfEdges: number[] = [];
  const textureVecs: number[] = [];
  const lightmapVecs: number[] = [];
  for (const [row, rect] of rects.entries()) {
    const { u, v, wide, high, plane } = rect;
    const corners = [
      pointOf(rect, u, v, isB),
      pointOf(rect, u, v + high, isB),
      pointOf(rect, u + wide, v + high, isB),
      pointOf(rect, u + wide, v, isB),
    ];
    for (const i of list(4)) {
      position.push(...corners[isB ? (i + row) % 4 : i]);
      edges.push(...(isB ? [0, row * 4 + i + 1] : [row * 4 + i + 1, 0]));
      surfEdges.push((isB ? -1 : 1) * (row * 4 + i + 1));
    }
    const moved = isB && isDoor(plane) ? SHIFT[0] / 4 : 0;
    textureVecs.push(0.25, 0, 0, 3 - moved + (isB ? texelsOff(rect) : 0), 0, 0.25, 0, 0);
    if (isB && isDoor(plane)) textureVecs[textureVecs.length - 1] -= SHIFT[1] / 4;
    lightmapVecs.push(isB && isRegridded(rect) ? 1 / 8 : 1 / 16, 0, 0, row, 0, 1 / 16, 0, row);
  }
  const rows = list(rects.length);
  const bsp = {
    faces: {
      count: rects.length,
      texinfo: Int32Array.from(rows),
      dispInfo: new Int32Array(rects.length).fill(-1),
      firstEdge: Uint32Array.from(rows, (row) => row * 4),
      edgeCount: new Uint32Array(rects.length).fill(4),
      plane: Uint32Array.from(rects, ({ plane }) => plane),
    },
    planes: { normal: Float32Array.from(PLANES.flatMap(({ normal }) => normal)) },
    ...{ surfEdges: Int32Array.from(surfEdges), edges: Uint32Array.from(edges) },
    vertexes: { position: Float32Array.from(position) },
    models: {
      count: 2,
      firstFace: Uint32Array.of(0, rects.length - doors),
      faceCount: Uint32Array.of(rects.length - doors, doors),
    },
    texInfos: {
      flags: new Int32Array(rects.length),
      texdata: new Int32Array(rects.length),
      textureVecs: Float32Array.from(textureVecs),
      lightmapVecs: Float32Array.from(lightmapVecs),
    },
    texDatas: { width: Int32Array.of(64), height: Int32Array.of(64) },
    ...{ ldr: null, hdr: null },
  };
  return { bsp, rects } as unknown as MapVersion;
}
const materialsOf = (version: MapVersion) =>
  Int32Array.from((version as never as { rects: Rect[] }).rects, ({ material }) => material);

/** Returns the material of each cell of each plane. */
function paint(rects: readonly Rect[]): Map<string, number> {
  const cells = new Map<string, number>();
  for (const { plane, u, v, wide, high, material } of rects) {
    for (const i of list(wide)) {
      for (const j of list(high)) cells.set(`${plane} ${u + i} ${v + j}`, material);
    }
  }
  return cells;
}

describe("a diff of 12 planes whose faces are cut alike and differently", () => {
  const [a, b] = [makeVersion(false), makeVersion(true)];
  const [rectsA, rectsB] = [listRects(false), listRects(true)];
  const [cellsA, cellsB] = [paint(rectsA), paint(rectsB)];
  const nowhere = [0, 0, 0] as const;
  const models: ModelPair[] = [
    { a: 0, b: 0, owner: "world", shift: nowhere, origin: nowhere },
    { a: 1, b: 1, owner: "func_door", shift: SHIFT, origin: ORIGIN },
  ];
  const table = buildFaceTable(a, b, models, materialsOf(a), materialsOf(b));
  const diff = diffSurfaces(a, b, table, MATERIALS, null);
  const ownerOf = (plane: number) => (isDoor(plane) ? "func_door" : "world");

  /** Sums square inches and bounds of each kind of change, cell by cell. */
  function recount() {
    const kinds = new Map<string, { area: number; mins: number[]; maxs: number[] }>();
    for (const key of new Set([...cellsA.keys(), ...cellsB.keys()])) {
      const [was, is] = [cellsA.get(key), cellsB.get(key)];
      if (was === is) continue;
      const change = was === undefined ? "added" : is === undefined ? "removed" : "repainted";
      const [plane, u, v] = key.split(" ").map(Number);
      const painted = change === "repainted" ? MATERIALS[was!] : null;
      const kind = `${change} ${MATERIALS[is ?? was!]} ${painted} ${ownerOf(plane)}`;
      const sum = kinds.get(kind) ?? { area: 0, mins: [1e9, 1e9, 1e9], maxs: [-1e9, -1e9, -1e9] };
      sum.area += 64;
      for (const [i, j] of [
        [0, 0],
        [0, 1],
        [1, 0],
        [1, 1],
      ]) {
        const point = pointOf({ plane } as Rect, u + i, v + j, true);
        for (const axis of [0, 1, 2]) {
          const at = point[axis] + (isDoor(plane) ? ORIGIN[axis] : 0);
          sum.mins[axis] = Math.min(sum.mins[axis], at);
          sum.maxs[axis] = Math.max(sum.maxs[axis], at);
        }
      }
      kinds.set(kind, sum);
    }
    return kinds;
  }

  it("adds, removes and repaints surfaces cell by cell", () => {
    expect(rectsA.length).toBeGreaterThan(200);
    const kinds = recount();
    expect(kinds.size).toBeGreaterThan(30);
    const found: ReturnType<typeof recount> = new Map();
    for (const { change, material, was, owner, area, box } of diff.changes) {
      if (change === "realigned" || change === "regridded") continue;
      const kind = `${change} ${material} ${was} ${owner}`;
      const sum = found.get(kind);
      found.set(kind, {
        area: area + (sum?.area ?? 0),
        mins: box.mins.map((at, axis) => Math.min(at, sum?.mins[axis] ?? at)),
        maxs: box.maxs.map((at, axis) => Math.max(at, sum?.maxs[axis] ?? at)),
      });
    }
    expect([...found.keys()].sort()).toEqual([...kinds.keys()].sort());
    for (const [kind, { area, mins, maxs }] of kinds) {
      const own = found.get(kind)!;
      expect(own.area, kind).toBeCloseTo(area, 0);
      const apart = [...mins, ...maxs].map((at, i) => Math.abs(at - [...own.mins, ...own.maxs][i]));
      expect(Math.max(...apart), kind).toBeLessThan(0.05);
    }
    const areaOf = (change: string) =>
      [...kinds].reduce((sum, [kind, { area }]) => sum + (kind.startsWith(change) ? area : 0), 0);
    expect(diff.addedArea).toBeCloseTo(areaOf("added"), -1);
    expect(diff.removedArea).toBeCloseTo(areaOf("removed"), -1);
    expect(diff.repaintedArea).toBeCloseTo(areaOf("repainted"), -1);
    expect(diff.isRough).toBe(false);
  });

  it("sums areas by material", () => {
    const wanted = MATERIALS.map((material, row) => {
      const count = (cells: Map<string, number>, others: Map<string, number>, isOther: boolean) =>
        [...cells].filter(([key, own]) => own === row && (!isOther || others.get(key) !== row))
          .length * 64;
      return {
        ...{ material, a: count(cellsA, cellsB, false), b: count(cellsB, cellsA, false) },
        ...{ added: count(cellsB, cellsA, true), removed: count(cellsA, cellsB, true) },
      };
    }).sort((x, y) => y.added + y.removed - x.added - x.removed);
    expect(diff.materials.map(({ material }) => material)).toEqual(
      wanted.map(({ material }) => material),
    );
    for (const [i, row] of wanted.entries()) {
      for (const key of ["a", "b", "added", "removed"] as const) {
        expect(diff.materials[i][key], `${row.material} ${key}`).toBeCloseTo(row[key], -1);
      }
    }
  });

  it("reports faces of both versions as realigned or regridded if their texture or luxel grid changed", () => {
    const keyOf = (rect: Rect) => JSON.stringify(rect);
    const kept = new Set(rectsA.map(keyOf));
    const same = rectsB.filter((rect) => kept.has(keyOf(rect)));
    expect(diff.sameFaces).toBe(same.length);
    const wanted = same.flatMap((rect) => {
      const isMoved = texelsOff(rect) % 64 > 0;
      if (!isMoved && !isRegridded(rect)) return [];
      const [low, high] = [
        pointOf(rect, rect.u, rect.v, true),
        pointOf(rect, rect.u + rect.wide, rect.v + rect.high, true),
      ];
      const at = (axis: number) =>
        Math.min(low[axis], high[axis]) + (isDoor(rect.plane) ? ORIGIN[axis] : 0);
      const place = [0, 1, 2].map((axis) => at(axis).toFixed(1));
      return [
        `${isMoved ? "realigned" : "regridded"} ${MATERIALS[rect.material]} ${ownerOf(rect.plane)} ${rect.wide * rect.high * 64} ${place}`,
      ];
    });
    expect(wanted.length).toBeGreaterThan(20);
    const found = diff.changes
      .filter(({ change }) => change === "realigned" || change === "regridded")
      .map(
        ({ change, material, owner, area, box }) =>
          `${change} ${material} ${owner} ${Math.round(area)} ${box.mins.map((n) => n.toFixed(1))}`,
      );
    expect(found.sort()).toEqual(wanted.sort());
  });
});

describe("a diff of 220 displacements", () => {
  const COUNT = 220;
  const powerOf = (row: number) => 2 + (row % 3);
  const sizeOf = (row: number) => (2 ** powerOf(row) + 1) ** 2;
  const materialOf = (row: number, isB: boolean) => (row + (isB && row % 31 === 4 ? 1 : 0)) % 4;
  /** Offset and blend of a vertex, in numbers that 32-bit floats hold exactly. */
  const vertexOf = (row: number, i: number, isB: boolean) => {
    const vector = [0.5, (row % 5) / 4, ((i % 9) - 4) / 4];
    let dist = (row * 7 + i) % 40;
    let alpha = (row * 13 + i * 5) % 256;
    // The last vertex of some displacements and the first of others change; the rest differ by
    // rounding.
    if (isB && row % 6 === 1 && i === sizeOf(row) - 1) dist += 1 + (row % 9);
    if (isB && row % 7 === 2 && i === 0) vector[1] += 2;
    if (isB && row % 5 === 3) dist += 1 / 128;
    if (isB && row % 10 === 5 && i % 2 === 1) alpha = (alpha + 90) % 256;
    return { vector, dist, alpha };
  };
  const isIn = (row: number, isB: boolean) => (isB ? row % 20 !== 9 : row % 25 !== 7);

  function makeVersion(isB: boolean): MapVersion {
    const kept = list(COUNT).filter((row) => isIn(row, isB));
    if (isB) kept.reverse();
    const position: number[] = [];
    const first: number[] = [];
    const verts: ReturnType<typeof vertexOf>[] = [];
    for (const row of kept) {
      const [x, y] = [(row % 16) * 256, Math.floor(row / 16) * 256];
      position.push(x, y, 0, x, y + 256, 0, x + 256, y + 256, row % 8, x + 256, y, 0);
      first.push(verts.length);
      verts.push(...list(sizeOf(row)).map((i) => vertexOf(row, i, isB)));
    }
    const edges = list(kept.length * 4);
    const bsp = {
      dispInfos: {
        count: kept.length,
        // The faces are in another order than the displacements.
        mapFace: Uint32Array.from(kept, (_, i) => kept.length - 1 - i),
        firstVert: Uint32Array.from(first),
        power: Int32Array.from(kept, powerOf),
        startPosition: Float32Array.from(
          kept.flatMap((row) => [(row % 16) * 256, Math.floor(row / 16) * 256, 0]),
        ),
      },
      dispVerts: {
        vector: Float32Array.from(verts.flatMap(({ vector }) => vector)),
        dist: Float32Array.from(verts, ({ dist }) => dist),
        alpha: Float32Array.from(verts, ({ alpha }) => alpha),
      },
      faces: {
        count: kept.length,
        texinfo: Int32Array.from([...kept].reverse(), (row) => materialOf(row, isB)),
        firstEdge: Uint32Array.from(kept, (_, i) => (kept.length - 1 - i) * 4),
        edgeCount: new Uint32Array(kept.length).fill(4),
      },
      surfEdges: Int32Array.from(edges),
      edges: Uint32Array.from(edges.flatMap((edge) => [edge, 0])),
      vertexes: { position: Float32Array.from(position) },
    };
    return { bsp } as unknown as MapVersion;
  }

  it("matches displacements by place and compares them vertex by vertex", () => {
    const rows = Int32Array.from(list(4));
    const names = ["grass", "dirt", "snow", "rock"];
    const { changes, same } = diffDisplacements(
      makeVersion(false),
      makeVersion(true),
      { materialsA: rows, materialsB: rows, names },
      null,
    );
    const wanted = list(COUNT).flatMap((row) => {
      const [inA, inB] = [isIn(row, false), isIn(row, true)];
      if (!inA && !inB) return [];
      const [x, y] = [(row % 16) * 256, Math.floor(row / 16) * 256];
      let [largestMove, largestBlend] = [0, 0];
      for (const i of inA && inB ? list(sizeOf(row)) : []) {
        const [was, is] = [vertexOf(row, i, false), vertexOf(row, i, true)];
        const step = [0, 1, 2].map((n) => is.vector[n] * is.dist - was.vector[n] * was.dist);
        largestMove = Math.max(largestMove, Math.hypot(...step));
        largestBlend = Math.max(largestBlend, Math.abs(is.alpha - was.alpha));
      }
      const isOther = materialOf(row, false) !== materialOf(row, true);
      if (inA && inB && largestMove <= 1 / 32 && largestBlend <= 0.5 && !isOther) return [];
      const change = inA && inB ? "changed" : inA ? "removed" : "added";
      const material = names[materialOf(row, inB)];
      const box = { mins: [x, y, 0], maxs: [x + 256, y + 256, row % 8] };
      return [{ change, material, largestMove, largestBlend, box }];
    });
    const textOf = (one: object) => JSON.stringify(one);
    expect(wanted.length).toBeGreaterThan(80);
    expect(changes.map(textOf).sort()).toEqual(wanted.map(textOf).sort());
    const moves = changes.map(({ largestMove }) => largestMove);
    expect(moves).toEqual([...moves].sort((m, n) => n - m));
    const both = list(COUNT).filter((row) => isIn(row, false) && isIn(row, true)).length;
    expect(same).toHaveLength(both - wanted.filter(({ change }) => change === "changed").length);
  });
});
