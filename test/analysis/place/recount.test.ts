/**
 * Recounts numbers of `cost --place` thing by thing and door by door, in a corridor of 3,000
 * clusters made of columns.
 */

import { beforeAll, describe, expect, it } from "vitest";
import { isCannotTell } from "../../../src/analysis/cannot-tell.ts";
import type { CostMap } from "../../../src/analysis/cost/open-cost-map.ts";
import { triangleSum, type ViewCost } from "../../../src/analysis/cost/view-cost.ts";
import { measurePlace, type PlaceCost } from "../../../src/analysis/place/measure-place.ts";
import type { Closings } from "../../../src/analysis/place/propose-closings.ts";
import type { PlaceSample } from "../../../src/analysis/place/sample-place.ts";
import type { LeafPortals } from "../../../src/analysis/portals/compare-portals.ts";
import { PASS_OPAQUE } from "../../../src/map/material.ts";
import { WORLD_VERTEX } from "../../../src/map/world.ts";
import { makeSlabs, WIDTH } from "../made-slabs.ts";

const list = (count: number) => Array.from({ length: count }, (_, i) => i);
const CLUSTERS = 3000;
const PLACE = 1500;
const EYE = [PLACE * WIDTH + 16, 8, 64] as const;
/** Cluster with a detail brush across the corridor, which blocks only lines of sight. */
const BLOCKED = PLACE + 9;

/** Near clusters see each other, and so do some far ones that no portal leads to. */
const sees = (from: number, to: number) =>
  Math.abs(from - to) < 20 || (Math.abs(from - to) > 30 && (from + to) % 101 === 0);

// ---- 400 runs of triangles: walls across the corridor, floors, and backs of floors

const CHUNKS = 400;
/** Any cluster but the place's, from which both sides of a wall are seen. */
const clusterOf = (chunk: number) => {
  const away = ((chunk * 7) % 52) - 26;
  return PLACE + (away < 0 ? away : away + 1);
};
/** Clusters that list a chunk; a chunk without any is visible from everywhere. */
const listedBy = (chunk: number) =>
  chunk % 19 === 0 ? [] : list(1 + (chunk % 3)).map((i) => clusterOf(chunk) + i * 41);
const shapeOf = (chunk: number) => (["east", "west", "floor", "back"] as const)[chunk % 4];
const trianglesOf = (chunk: number) => (chunk % 17 === 3 ? 0 : 1 + (chunk % 29));
const materialOf = (chunk: number) => (chunk % 5 === 0 ? 65535 - (chunk % 3) : chunk % 7);
const kindOf = (chunk: number) => chunk % 3;
const isGlass = (chunk: number) => chunk % 13 === 1;

/** Corners of each of a chunk's triangles, counter-clockwise seen from the front. */
function cornersOf(chunk: number, triangle: number): number[][] {
  const x = clusterOf(chunk) * WIDTH + 12;
  const y = triangle * 2 - 30;
  const [a, b, c] = {
    east: [
      [x, y, 20],
      [x, y + 20, 20],
      [x, y, 60],
    ],
    west: [
      [x, y, 20],
      [x, y, 60],
      [x, y + 20, 20],
    ],
    floor: [
      [x, y, 0],
      [x + 4, y, 0],
      [x, y + 20, 0],
    ],
    back: [
      [x, y, 0],
      [x, y + 20, 0],
      [x + 4, y, 0],
    ],
  }[shapeOf(chunk)];
  return [a, b, c];
}

// ---- 150 props, of 12 and 5 triangles

const PROPS = 150;
const propCluster = (prop: number) => PLACE - 24 + ((prop * 11) % 49);
const propTriangles = (prop: number) => (prop % 2 === 0 ? 12 : 5);
const propBox = (prop: number) => [
  propCluster(prop) * WIDTH + 8,
  0,
  30,
  propCluster(prop) * WIDTH + 14,
  8,
  44,
];

// ---- portals: one between each two slabs, some of them in a wall

/** Whether the boundary below a cluster is a wall with a door of 64 by 96. */
const isDoor = (cluster: number) => cluster % 5 === 3;

function addWalls({ tree, pvs }: ReturnType<typeof makeSlabs>) {
  const nodePlane = [...tree.nodePlane];
  const nodeChildren = [...tree.nodeChildren];
  for (const child of list(tree.nodeCount * 2)) {
    const to = tree.nodeChildren[child];
    const cluster = to < 0 ? tree.leafCluster[-1 - to] : -1;
    if (cluster < 0 || !isDoor(cluster)) continue;
    const node = nodePlane.length / 4;
    nodePlane.push(1, 0, 0, cluster * WIDTH + 4, 0, 1, 0, 40, 0, -1, 0, 24, 0, 0, 1, 96);
    // The wall around the door is leaf 0, which is solid.
    nodeChildren.push(to, node + 1, -1, node + 2, -1, node + 3, -1, to);
    nodeChildren[child] = node;
  }
  const nodes = {
    nodePlane: Float32Array.from(nodePlane),
    nodeChildren: Int32Array.from(nodeChildren),
  };
  return { pvs, tree: { ...tree, ...nodes, nodeCount: nodePlane.length / 4 } };
}

function makePortals(): { portals: LeafPortals; normal: Float32Array } {
  const count = CLUSTERS - 1;
  const rows = list(count);
  // Clockwise seen from the next slab.
  const points = rows.flatMap((row) => {
    const x = (row + 1) * WIDTH;
    return [x, -24, 96, x, 40, 96, x, 40, 0, x, -24, 0];
  });
  const portals = {
    count,
    first: Uint32Array.from(list(count + 1), (row) => row * 4),
    points: Float32Array.from(points),
    leafA: Uint32Array.from(rows, (row) => CLUSTERS - row - 1),
    leafB: Uint32Array.from(rows, (row) => CLUSTERS - row),
    clusterA: Int32Array.from(rows, (row) => row + 1),
    clusterB: Int32Array.from(rows),
    plane: Uint32Array.from(rows, (row) => row * 2),
    isSeenThrough: new Uint8Array(count).fill(1),
  };
  return { portals, normal: Float32Array.from(rows.flatMap(() => [1, 0, 0, -1, 0, 0])) };
}

function join(lists: readonly (readonly number[])[]) {
  const first = new Uint32Array(lists.length);
  for (let i = 1; i < lists.length; i++) first[i] = first[i - 1] + lists[i - 1].length;
  const count = Uint32Array.from(lists, ({ length }) => length);
  return { first, count, all: Uint32Array.from(lists.flat()) };
}

function makeMap(normal: Float32Array): CostMap {
  const { tree, pvs } = addWalls(makeSlabs(CLUSTERS, sees));
  const floats: number[] = [];
  const firstIndex: number[] = [];
  for (const chunk of list(CHUNKS)) {
    firstIndex.push(floats.length / (WORLD_VERTEX.strideBytes / 4));
    for (const triangle of list(Math.max(1, trianglesOf(chunk)))) {
      for (const corner of cornersOf(chunk, triangle)) {
        const vertex = new Array<number>(WORLD_VERTEX.strideBytes / 4).fill(0);
        vertex.splice(WORLD_VERTEX.position / 4, 3, ...corner);
        floats.push(...vertex);
      }
    }
  }
  const vertexCount = floats.length / (WORLD_VERTEX.strideBytes / 4);
  const ofChunks = join(list(CHUNKS).map(listedBy));
  const ofProps = join(list(PROPS).map((prop) => [propCluster(prop)]));
  const leafOf = (cluster: number) => CLUSTERS - cluster;
  const leafCount = tree.leafCount;
  const leafBrushCount = new Uint32Array(leafCount);
  leafBrushCount[leafOf(BLOCKED)] = 1;
  const contents = new Int32Array(leafCount);
  contents[0] = 1;
  const [x, far] = [BLOCKED * WIDTH, 1e5];
  return {
    ...{ tree, pvs, areas: null },
    world: {
      mesh: {
        vertices: new Uint8Array(Float32Array.from(floats).buffer),
        indices: Uint32Array.from(list(vertexCount)),
      },
      chunks: {
        count: CHUNKS,
        kind: Uint8Array.from(list(CHUNKS), kindOf),
        material: Uint16Array.from(list(CHUNKS), materialOf),
        firstIndex: Uint32Array.from(firstIndex),
        indexCount: Uint32Array.from(list(CHUNKS), (chunk) => Math.max(1, trianglesOf(chunk)) * 3),
        ...{ firstCluster: ofChunks.first, clusterCount: ofChunks.count, clusters: ofChunks.all },
      },
      triangles: Uint32Array.from(list(CHUNKS), trianglesOf),
      isTranslucent: Uint8Array.from(list(CHUNKS), (chunk) => (isGlass(chunk) ? 1 : 0)),
    },
    props: {
      instanceCount: PROPS,
      instanceVariant: Uint32Array.from(list(PROPS), (prop) => prop % 2),
      ...{ instanceFirstCluster: ofProps.first, instanceClusterCount: ofProps.count },
      clusters: ofProps.all,
      instanceBox: Float32Array.from(list(PROPS).flatMap(propBox)),
      worldFromModel: new Float32Array(PROPS * 12),
      ...{ fadeMinDist: new Float32Array(PROPS), fadeMaxDist: new Float32Array(PROPS) },
      ...{ variantLodCount: Uint8Array.of(1, 1), variantSwitchPoint: new Float32Array(16) },
      ...{ variantFirstDraw: Uint32Array.of(0, 1), variantDrawCount: Uint32Array.of(1, 1) },
      ...{ drawCount: 2, drawLod: new Uint8Array(2), drawMaterial: Uint16Array.of(0, 1) },
      drawIndexCount: Uint32Array.of(36, 15),
      materials: { name: ["a", "b"], pass: Uint8Array.of(PASS_OPAQUE, PASS_OPAQUE) },
    },
    opaque: {
      sidePlane: Float32Array.of(
        ...[
          1,
          0,
          0,
          x + 8,
          -1,
          0,
          0,
          -x - 2,
          0,
          1,
          0,
          far,
          0,
          -1,
          0,
          far,
          0,
          0,
          1,
          far,
          0,
          0,
          -1,
          far,
        ],
      ),
      ...{ sideMaterial: new Int32Array(6), sideKind: new Uint8Array(6).fill(1) },
      ...{ brushCount: 1, brushFirstSide: Uint32Array.of(0), brushSideCount: Uint32Array.of(6) },
      ...{ leafCount, leafFirstBrush: new Uint32Array(leafCount), leafBrushCount },
      leafBrushes: Uint32Array.of(0),
      ...{ modelCount: 1, modelHeadNode: Int32Array.of(0), triangleCount: 0 },
      ...{ triangles: [], boxes: [], boxLinks: [] },
    },
    brushes: { leafBrushes: [] },
    bsp: { planes: { normal }, leafs: { contents } },
  } as unknown as CostMap;
}

// ---- the plain recount

const isDrawn = (clusters: readonly number[], visible: ReadonlySet<number>) =>
  clusters.length === 0 || clusters.some((cluster) => visible.has(cluster));
const chunksOf = (visible: ReadonlySet<number>) =>
  list(CHUNKS).filter((chunk) => trianglesOf(chunk) > 0 && isDrawn(listedBy(chunk), visible));
const propsOf = (visible: ReadonlySet<number>) =>
  list(PROPS).filter((prop) => visible.has(propCluster(prop)));

function recount(visible: ReadonlySet<number>): ViewCost {
  const cost = { world: 0, displacements: 0, brushEntities: 0, props: 0, propCount: 0 };
  const blended = { translucentSurfaces: 0, translucent: 0 };
  const batches = new Set<string>();
  for (const chunk of chunksOf(visible)) {
    cost[(["world", "displacements", "brushEntities"] as const)[kindOf(chunk)]] +=
      trianglesOf(chunk);
    batches.add(`world ${materialOf(chunk)}`);
    blended.translucent += isGlass(chunk) ? trianglesOf(chunk) : 0;
    blended.translucentSurfaces += isGlass(chunk) ? 1 : 0;
  }
  for (const prop of propsOf(visible)) {
    cost.props += propTriangles(prop);
    cost.propCount++;
    batches.add(`prop ${prop % 2}`);
  }
  return { ...cost, ...blended, batches: batches.size };
}

/** Clusters of the PVS; below, clusters reached through portals past a closed one. */
const seenByPvs = new Set(list(CLUSTERS).filter((cluster) => sees(PLACE, cluster)));
function flood(closed: number): Set<number> {
  const reached = new Set<number>();
  for (let to = PLACE; sees(PLACE, to) && (to === PLACE || to !== closed); to++) reached.add(to);
  for (let to = PLACE; sees(PLACE, to); to--) {
    reached.add(to);
    if (to === closed) break;
  }
  return reached;
}

/** Whether any part of a chunk is visible: it faces the place and does not lie behind the brush. */
function isChunkSeen(chunk: number): boolean {
  const cluster = clusterOf(chunk);
  if (cluster >= BLOCKED) return false;
  const facing = { east: cluster < PLACE, west: cluster > PLACE, floor: true, back: false };
  return facing[shapeOf(chunk)];
}

let place: PlaceCost;
let portals: LeafPortals;
let map: CostMap;
beforeAll(async () => {
  const made = makePortals();
  portals = made.portals;
  map = makeMap(made.normal);
  const measured = await measurePlace(map, portals, EYE);
  if (isCannotTell(measured)) throw new Error(measured.because);
  place = measured;
});

function told<T extends object>(answer: T | { readonly because: string }): T {
  if (isCannotTell(answer)) throw new Error(answer.because);
  return answer;
}

describe("a place in a corridor of 3,000 clusters", () => {
  it("has the costs of a plain recount of its PVS", () => {
    expect(place.cluster).toBe(PLACE);
    expect([place.pvs, place.sees]).toEqual([seenByPvs.size, seenByPvs.size]);
    expect(seenByPvs.size).toBeGreaterThan(60);
    expect(place.cost).toEqual(recount(seenByPvs));
  });

  it("never sees triangles that face away or lie behind a brush", () => {
    const things = [
      ...chunksOf(seenByPvs).map((chunk) => ({
        ...{ triangles: trianglesOf(chunk), isSeen: isChunkSeen(chunk), clusters: listedBy(chunk) },
      })),
      ...propsOf(seenByPvs).map((prop) => {
        const isSeen = propCluster(prop) < BLOCKED;
        return { triangles: propTriangles(prop), isSeen, clusters: [propCluster(prop)] };
      }),
    ];
    const unseen = things.filter(({ isSeen }) => !isSeen);
    const triangles = unseen.reduce((sum, thing) => sum + thing.triangles, 0);
    // The second pass samples 160 things in proportion to their triangles, and sees none of them.
    const ends = unseen.map((_, i) =>
      unseen.slice(0, i + 1).reduce((sum, thing) => sum + thing.triangles, 0),
    );
    const again = new Set(
      list(160).map((i) => ends.findIndex((end) => end >= ((i + 0.5) / 160) * triangles)),
    );
    const high = 1.96 ** 2 / (160 + 1.96 ** 2);
    const clustersOf = (rows: typeof things) =>
      new Set(rows.flatMap(({ clusters }) => clusters.filter((one) => seenByPvs.has(one)))).size;
    const sample: PlaceSample = told(place.sample);
    expect(sample).toEqual({
      things: things.length,
      triangles: things.reduce((sum, thing) => sum + thing.triangles, 0),
      neverSeen: triangles,
      neverSeenLow: Math.round(triangles * (1 - high)),
      neverSeenHigh: triangles,
      clusters: clustersOf(things),
      seenClusters: clustersOf(things.filter(({ isSeen }) => isSeen)),
      // A visible thing takes one line, because nothing blocks the first.
      lines: things.length - unseen.length + unseen.length * 32 + again.size * (1024 - 32),
    });
    expect(unseen.length).toBeGreaterThan(again.size);
    expect(unseen.length).toBeLessThan(things.length - 40);
  });

  it("saves by closing a door the things behind it", () => {
    const before = recount(flood(-1));
    const doors = list(CLUSTERS).filter(
      (cluster) =>
        isDoor(cluster) &&
        sees(PLACE, cluster) &&
        sees(PLACE, cluster - 1) &&
        Math.abs(cluster - PLACE) < 25,
    );
    const wanted = doors.map((door) => {
      const seen = flood(door);
      const after = recount(seen);
      return {
        ...{ x: door * WIDTH, after, clusters: flood(-1).size - seen.size },
        triangles: triangleSum(before) - triangleSum(after),
        batches: before.batches - after.batches,
      };
    });
    wanted.sort((a, b) => b.triangles - a.triangles);
    const closings: Closings = told(place.closings);
    expect(closings).toMatchObject({
      ...{ before, beforeClusters: 39, isBound: false, openings: 38, doorways: doors.length },
      floodSaves: triangleSum(recount(seenByPvs)) - triangleSum(before),
    });
    expect(closings.closings).toHaveLength(wanted.length);
    for (const [i, { x, ...saved }] of wanted.entries()) {
      expect(closings.closings[i]).toMatchObject({
        ...{ ...saved, isDoor: true, isBound: false, companion: null },
        opening: {
          box: [x, -24, 0, x, 40, 96],
          middle: [x, 8, 48],
          area: 64 * 96,
          normal: [1, 0, 0],
        },
      });
    }
    expect(wanted.length).toBeGreaterThan(5);
  });

  it("has the same result a second time", async () => {
    expect(await measurePlace(map, portals, EYE)).toEqual(place);
  });
});
