import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parseBsp } from "../../src/formats/bsp/parse-bsp.ts";
import { parseBspHeader } from "../../src/formats/bsp/parse-bsp-header.ts";
import { readBrushes } from "../../src/formats/bsp/read/read-brushes.ts";
import { wholeBytes } from "../../src/formats/bsp/whole-bytes.ts";
import { type MapCollision, SIDE_SKY, SIDE_STOPS } from "../../src/map/collision.ts";
import type { LeafTree } from "../../src/map/types.ts";
import { placeBrushModels } from "../../src/scene/brushes/brush-models.ts";
import { buildCollision } from "../../src/scene/collision/collision.ts";
import { buildLeafTree } from "../../src/scene/world/leaf-tree.ts";
import { createTrace } from "../../src/visibility/trace.ts";
import { makeBox, makeEntity, makeRoom, makeVmf, pointEntity } from "../compile/make-vmf.ts";
import { compile } from "../compile/vbsp/compile.ts";
import { makeDispInfo } from "../compile/vbsp-parts/make-displacement.ts";
import { hasCorpus, readCorpus } from "../support/corpus.ts";

interface Map {
  readonly tree: LeafTree;
  readonly collision: MapCollision;
  /** Minimum, then maximum corner. */
  readonly bounds: readonly number[];
  readonly triangles: readonly Triangle[];
}

/** Corners and plane normal, of any length. */
type Triangle = readonly [a: Vector, b: Vector, c: Vector, normal: Vector];

function openMap(bytes: Uint8Array): Map {
  const bsp = parseBsp(bytes);
  const brushes = readBrushes(wholeBytes(bytes), parseBspHeader(bytes), bsp);
  const bounds = [...bsp.models.mins.subarray(0, 3), ...bsp.models.maxs.subarray(0, 3)];
  const collision = buildCollision(bsp, brushes);
  return { tree: buildLeafTree(bsp), collision, bounds, triangles: listTriangles(collision) };
}

function listTriangles({ triangles, triangleCount }: MapCollision): Triangle[] {
  return Array.from({ length: triangleCount }, (_, t) => {
    const corner = (i: number): Vector => {
      const at = t * 9 + i * 3;
      return [triangles[at], triangles[at + 1], triangles[at + 2]];
    };
    const [a, b, c] = [corner(0), corner(1), corner(2)];
    return [a, b, c, cross(minus(b, a), minus(c, a))];
  });
}

/** Returns reproducible numbers in 0..1. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

type Vector = readonly [number, number, number];

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const minus = (p: Vector, q: Vector): Vector => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
const cross = (p: Vector, q: Vector): Vector => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
];

/** Transforms a ray to a model's space. */
function toModel(m: Float32Array, model: number, v: Vector, w: 0 | 1): Vector {
  const f = (row: number) => {
    const i = model * 12 + row * 4;
    return m[i] * v[0] + m[i + 1] * v[1] + m[i + 2] * v[2] + m[i + 3] * w;
  };
  return [f(0), f(1), f(2)];
}

/** Lists the brushes of a model in every leaf below its head node. */
function listModelBrushes({ tree, collision }: Map, model: number): Set<number> {
  const found = new Set<number>();
  const visit = (node: number): void => {
    if (node >= 0) {
      visit(tree.nodeChildren[node * 2]);
      visit(tree.nodeChildren[node * 2 + 1]);
      return;
    }
    const leaf = -1 - node;
    const first = collision.leafFirstBrush[leaf];
    for (let i = 0; i < collision.leafBrushCount[leaf]; i++) {
      found.add(collision.leafBrushes[first + i]);
    }
  };
  visit(collision.modelHeadNode[model]);
  return found;
}

/**
 * Tests every brush and triangle: returns the nearest visible hit, or Infinity for the sky or none;
 * then the same without surfaces inside non-blocking brushes, where compilers may have clipped
 * them.
 */
function castAtAll(
  map: Map,
  brushes: readonly Set<number>[],
  from: Vector,
  to: Vector,
): readonly [number, number] {
  const { collision } = map;
  const drawn: number[] = [];
  const sky: number[] = [];
  const passed: (readonly [number, number])[] = [];
  const planes = collision.sidePlane;
  for (const [model, list] of brushes.entries()) {
    const o = toModel(collision.modelFromWorld, model, from, 1);
    const d = toModel(collision.modelFromWorld, model, to, 0);
    for (const brush of list) {
      let enter = Number.NEGATIVE_INFINITY;
      let exit = Number.POSITIVE_INFINITY;
      let entered = -1;
      const first = collision.brushFirstSide[brush];
      const end = first + collision.brushSideCount[brush];
      for (let side = first; side < end; side++) {
        const [nx, ny, nz] = [planes[side * 4], planes[side * 4 + 1], planes[side * 4 + 2]];
        const height = nx * o[0] + ny * o[1] + nz * o[2] - planes[side * 4 + 3];
        const slope = nx * d[0] + ny * d[1] + nz * d[2];
        if (slope < 0 && -height / slope > enter) {
          enter = -height / slope;
          entered = side;
        }
        if (slope > 0) exit = Math.min(exit, -height / slope);
        if (slope === 0 && height >= 0) exit = Number.NEGATIVE_INFINITY;
      }
      if (enter >= exit || exit <= 0) continue;
      const stops = () => collision.sideKind.subarray(first, end).includes(SIDE_STOPS);
      const kind = enter >= 0 ? collision.sideKind[entered] : stops() ? SIDE_STOPS : -1;
      if (kind === SIDE_STOPS) drawn.push(Math.max(enter, 0));
      else if (kind === SIDE_SKY) sky.push(enter);
      else passed.push([enter, exit]);
    }
  }
  for (const triangle of map.triangles) {
    const at = castAtTriangle(triangle, from, to);
    if (at < Number.POSITIVE_INFINITY) drawn.push(at);
  }
  const isFree = (at: number) => passed.every(([enter, exit]) => at <= enter || at >= exit);
  const nearestOf = (hits: readonly number[], ends: readonly number[]) => {
    const nearest = Math.min(Number.POSITIVE_INFINITY, ...hits);
    return Math.min(Number.POSITIVE_INFINITY, ...ends) < nearest
      ? Number.POSITIVE_INFINITY
      : nearest;
  };
  return [nearestOf(drawn, sky), nearestOf(drawn.filter(isFree), sky.filter(isFree))];
}

/** Intersects the triangle's plane, then checks the side of each edge. */
function castAtTriangle([a, b, c, normal]: Triangle, from: Vector, to: Vector): number {
  const slope = dot(normal, to);
  if (slope === 0) return Number.POSITIVE_INFINITY;
  const height =
    normal[0] * (a[0] - from[0]) + normal[1] * (a[1] - from[1]) + normal[2] * (a[2] - from[2]);
  const distance = height / slope;
  if (distance < 0) return Number.POSITIVE_INFINITY;
  const point: Vector = [
    from[0] + to[0] * distance,
    from[1] + to[1] * distance,
    from[2] + to[2] * distance,
  ];
  const isWithin = (p: Vector, q: Vector) => dot(cross(minus(q, p), minus(point, p)), normal) >= 0;
  const isInside = isWithin(a, b) && isWithin(b, c) && isWithin(c, a);
  return isInside ? distance : Number.POSITIVE_INFINITY;
}

/**
 * Yields rays from rooms, and from anywhere in and around a map, in all directions; some along the
 * axes.
 */
function* listRays({ tree, bounds }: Map, count: number): Generator<[Vector, Vector]> {
  const random = createRandom(7);
  const rooms = [...tree.leafCluster.keys()].filter((leaf) => tree.leafCluster[leaf] >= 0);
  for (let i = 0; i < count; i++) {
    const leaf = rooms[Math.floor(random() * rooms.length)];
    const box = i % 4 === 0 ? bounds : tree.leafBox.subarray(leaf * 6, leaf * 6 + 6);
    const at = (axis: number) => box[axis] + (box[axis + 3] - box[axis]) * random();
    const from: Vector = [at(0), at(1), at(2)];
    let to: Vector = [random() * 2 - 1, random() * 2 - 1, random() * 2 - 1];
    if (i % 8 === 0)
      to = [[1, 0, 0] as const, [0, -1, 0] as const, [0, 0, -1] as const][(i >> 3) % 3];
    const length = Math.hypot(...to);
    yield [from, [to[0] / length, to[1] / length, to[2] / length]];
  }
}

const MAPS = [
  ["gg_canyon, of displacements", "lanofdoom_css/gg_canyon.bsp", 1500],
  ["de_office_h2, of 2,900 brushes and many models", "lanofdoom_css/de_office_h2.bsp", 3000],
  ["gunman_city2", "gunman_city2/gunman_city2.bsp", 3000],
  ["scoutzknivez, of version 19", "lanofdoom_css/scoutzknivez.bsp", 3000],
  ["a map of version 25, compressed", "momentum_website/map.bsp", 3000],
  ["celeste_lastberry, of version 21", "portal2_mod/celeste_lastberry.bsp", 3000],
] as const;

describe("a ray hits what testing every brush and triangle finds", () => {
  const demo = resolve(import.meta.dirname, "../../assets/visleaf_demo.bsp");
  it("in the demo, which has displacements", () => castRays(readFileSync(demo), 400));

  it.skipIf(!hasCorpus).each(MAPS)("in %s", (_, path, count) => {
    castRays(readCorpus(...path.split("/")), count);
  });

  function castRays(bytes: Uint8Array, count: number): void {
    const map = openMap(bytes);
    const { collision } = map;
    const trace = createTrace(map.tree, collision);
    const brushes = Array.from({ length: collision.modelCount }, (_, m) =>
      listModelBrushes(map, m),
    );
    let hits = 0;
    const faults: string[] = [];
    for (const [from, to] of listRays(map, count)) {
      const wanted = castAtAll(map, brushes, from, to);
      const isHit = trace.cast(...from, ...to, Number.POSITIVE_INFINITY);
      const found = isHit ? trace.hit.distance : Number.POSITIVE_INFINITY;
      if (isHit) hits++;
      if (!wanted.some((at) => found === at || Math.abs(found - at) < 1e-3)) {
        faults.push(`${from} ${to}: ${found}, not ${wanted.join(" or ")}`);
      }
      if (isHit && found > 0) {
        const { normalX, normalY, normalZ } = trace.hit;
        const off = Math.abs(Math.hypot(normalX, normalY, normalZ) - 1);
        const along = dot([normalX, normalY, normalZ], to);
        if (!(off < 5e-4 && along <= 1e-3)) {
          faults.push(`${from} ${to}: normal ${normalX} ${normalY} ${normalZ}`);
        }
      }
    }
    expect(faults).toEqual([]);
    // Many rays reach the sky.
    expect(hits).toBeGreaterThan(count / 4);
  }
});

describe("a ray's hit", () => {
  /** A box of 32 inches rotated by 45 degrees, over a displacement with half that slope. */
  const slope = makeDispInfo(2, [0, 0, 0], {
    normals: Float32Array.from({ length: 75 }, (_, i) => (i % 3 === 2 ? 1 : 0)),
    distances: Float32Array.from({ length: 25 }, (_, i) => (i % 5) * 8),
  });
  const { bytes, bsp } = compile(
    makeVmf(
      [
        ...makeRoom([0, 0, -16], [64, 256, 256]),
        makeBox([0, 0, -16], [64, 64, 0], { sides: { top: { dispInfo: slope } } }),
      ],
      [
        pointEntity("info_player_start", [16, 100, 16]),
        makeEntity(
          { classname: "func_brush", origin: "32 128 64", angles: "0 45 0" },
          { solids: [makeBox([16, 112, 48], [48, 144, 80])] },
        ),
      ],
    ),
  );
  const brushes = readBrushes(wholeBytes(bytes), parseBspHeader(bytes), bsp);
  const collision = buildCollision(bsp, brushes, placeBrushModels(bsp));
  const trace = createTrace(buildLeafTree(bsp), collision);
  const cast = (from: Vector, to: Vector) => {
    expect(trace.cast(...from, ...to, 1000)).toBe(true);
    const { distance, normalX, normalY, normalZ, model, isDisplacement } = trace.hit;
    return { distance, normal: [normalX, normalY, normalZ], model, isDisplacement };
  };
  const near = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 4));

  it("has a world-space normal even for a rotated model", () => {
    const half = Math.SQRT1_2;
    // Past the corner that points at the ray, on both sides of it.
    const reach = 96 - 16 * Math.SQRT2;
    const hit = { distance: expect.closeTo(reach + 4, 3), model: 1, isDisplacement: false };
    expect(cast([36, 32, 64], [0, 1, 0])).toEqual({ ...hit, normal: near([half, -half, 0]) });
    expect(cast([28, 32, 64], [0, 1, 0])).toEqual({ ...hit, normal: near([-half, -half, 0]) });
  });

  it("has a normal towards the ray's start from either side", () => {
    const rise = 0.5;
    const length = Math.hypot(1, rise);
    const hit = { model: 0, isDisplacement: true };
    expect(cast([32, 30, 60], [0, 0, -1])).toEqual({
      ...hit,
      distance: expect.closeTo(60 - 16, 3),
      normal: near([-rise / length, 0, 1 / length]),
    });
    expect(cast([48, 30, 2], [0, 0, 1])).toEqual({
      ...hit,
      distance: expect.closeTo(24 - 2, 3),
      normal: near([rise / length, 0, -1 / length]),
    });
  });

  it("may be a brush that extends slightly past the plane of its only leaf", () => {
    // From x = −0.01 on, but only in the leaf in front of the plane x = 0, as compilers assign it.
    const planes = [
      1, 0, 0, 16, -1, 0, 0, 0.01, 0, 1, 0, 16, 0, -1, 0, 0, 0, 0, 1, 16, 0, 0, -1, 0,
    ];
    const hairy: MapCollision = {
      ...collision,
      sidePlane: Float32Array.from(planes),
      sideMaterial: new Int32Array(6),
      sideKind: new Uint8Array(6).fill(SIDE_STOPS),
      brushCount: 1,
      brushFirstSide: Uint32Array.of(0),
      brushSideCount: Uint32Array.of(6),
      leafCount: 2,
      leafFirstBrush: Uint32Array.of(0, 1),
      leafBrushCount: Uint32Array.of(1, 0),
      leafBrushes: Uint32Array.of(0),
      modelCount: 1,
      modelHeadNode: Int32Array.of(0),
      triangleCount: 0,
      triangles: new Float32Array(0),
      boxes: new Float32Array(0),
      boxLinks: new Uint32Array(0),
    };
    const split: LeafTree = {
      nodeCount: 1,
      nodePlane: Float32Array.of(1, 0, 0, 0),
      nodeChildren: Int32Array.of(-1, -2),
      leafCount: 2,
      leafCluster: Int32Array.of(0, 1),
      leafFlags: new Uint8Array(2),
      leafBox: new Float32Array(12),
    };
    const past = createTrace(split, hairy);
    for (const x of [-0.005, 0.005]) {
      expect(past.cast(x, -8, 8, 0, 1, 0, 100), `at x = ${x}`).toBe(true);
      expect(past.hit.distance).toBeCloseTo(8, 4);
    }
    const away = Math.hypot(1, 0.0001);
    expect(past.cast(-0.006, -8, 8, 0.0001 / away, 1 / away, 0, 100)).toBe(true);
    expect(past.cast(-0.02, -8, 8, 0, 1, 0, 100)).toBe(false);
  });
});

describe("a ray through models that share all brushes", () => {
  /** Builds one leaf of ten thousand brushes, which every model tests again without a hit. */
  function makeShared(modelCount: number) {
    const brushCount = 10_000;
    const rows = Uint32Array.from({ length: brushCount }, (_, i) => i);
    const box = [-1000, -1000, -1000, 1000, 1000, 1000];
    const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
    const repeat = (values: readonly number[]) =>
      Float32Array.from(
        { length: modelCount * values.length },
        (_, i) => values[i % values.length],
      );
    const collision: MapCollision = {
      // Behind x = −5000.
      sidePlane: Float32Array.from({ length: brushCount * 4 }, (_, i) => [1, 0, 0, -5000][i % 4]),
      sideMaterial: new Int32Array(brushCount),
      sideKind: new Uint8Array(brushCount).fill(SIDE_STOPS),
      brushCount,
      brushFirstSide: rows,
      brushSideCount: new Uint32Array(brushCount).fill(1),
      leafCount: 1,
      leafFirstBrush: Uint32Array.of(0),
      leafBrushCount: Uint32Array.of(brushCount),
      leafBrushes: rows,
      leafArea: new Uint16Array(1),
      modelCount,
      modelHeadNode: new Int32Array(modelCount).fill(-1),
      modelFromWorld: repeat(identity),
      modelBox: repeat(box),
      modelEntity: new Int32Array(modelCount),
      modelIsHidden: new Uint8Array(modelCount),
      triangleCount: 0,
      triangles: new Float32Array(0),
      triangleMaterial: new Int32Array(0),
      boxes: new Float32Array(0),
      boxLinks: new Uint32Array(0),
      materialName: [],
    };
    const tree: LeafTree = {
      nodeCount: 0,
      nodePlane: new Float32Array(0),
      nodeChildren: new Int32Array(0),
      leafCount: 1,
      leafCluster: Int32Array.of(0),
      leafFlags: new Uint8Array(1),
      leafBox: new Float32Array(6),
    };
    return createTrace(tree, collision);
  }

  it("ends after a few million tests, and so does the next one", () => {
    const few = makeShared(10);
    few.cast(0, 0, 0, 1, 0, 0, 100);
    expect(few.tests).toBe(10 * (20_000 + 1));
    const many = makeShared(10_000);
    many.cast(0, 0, 0, 1, 0, 0, 100);
    const first = many.tests;
    expect(first).toBeGreaterThan(4_000_000);
    expect(first).toBeLessThan(4_300_000);
    many.cast(0, 0, 0, 1, 0, 0, 100);
    expect(many.tests).toBe(2 * first);
  });
});
