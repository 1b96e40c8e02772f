/** Recounts every number of `cost` with plain loops, on a map of 5,000 clusters made of columns. */

import { beforeAll, describe, expect, it } from "vitest";
import {
  aimCamera,
  type ClusterCost,
  countClusterCosts,
  createVisibleRows,
  rankPlaces,
} from "../../../src/analysis/cost/cluster-costs.ts";
import { compareCosts } from "../../../src/analysis/cost/compare-costs.ts";
import { buildFloorHeat, drawHeatMap } from "../../../src/analysis/cost/heat-map.ts";
import type { CostMap } from "../../../src/analysis/cost/open-cost-map.ts";
import type { StandingPlaces } from "../../../src/analysis/cost/standing-places.ts";
import { createCostCounter } from "../../../src/analysis/cost/view-cost.ts";
import { PASS_NONE, PASS_OPAQUE, PASS_TRANSLUCENT } from "../../../src/map/material.ts";
import { makeSlabs, sees, WIDTH } from "../made-slabs.ts";

const CLUSTERS = 5000;
const CHUNKS = 240;
const PROPS = 90;
/** Material of a chunk; 65,535 is the last possible index. */
const materialOf = (chunk: number) => (chunk % 5 === 0 ? 65535 - (chunk % 7) : chunk % 11);
const kindOf = (chunk: number) => chunk % 3;
const trianglesOf = (chunk: number) => (chunk % 17 === 0 ? 0 : 1 + (chunk % 31));
const isGlass = (chunk: number) => chunk % 13 === 1;
/** Clusters that list a thing; empty means that it is visible from everywhere. */
const clustersOf = (i: number) =>
  i % 19 === 0 ? [] : Array.from({ length: 1 + (i % 3) }, (_, k) => (i * 37 + k * 611) % CLUSTERS);
const propX = (prop: number) => (prop * 887) % (CLUSTERS * WIDTH);
/** Far from the middle of the box, because fade distances are measured to the middle. */
const propY = (prop: number) => 900 + ((prop * 53) % 700);
/**
 * Switch points of LOD 1 and 2 by the metric; below, draws of a variant: LOD, material, triangles.
 */
const SWITCH = [
  [0, 5, 20],
  [0, 12, -1],
] as const;
const DRAWS = [
  ...[0, 0, 1, 2].map((lod, i) => ({
    variant: 0,
    lod,
    material: i % 3,
    triangles: 100 - lod * 40,
  })),
  ...[0, 1, 1].map((lod, i) => ({
    variant: 1,
    lod,
    material: (i + 1) % 3,
    triangles: 70 - lod * 9,
  })),
];
const DRAW_ROWS = DRAWS.map((draw, row) => ({ ...draw, row }));
const variantOf = (prop: number) => prop % 2;
const fadeOf = (prop: number) => (prop % 4 === 0 ? 3000 : 0);
/** Opaque, translucent, not drawn. */
const PASSES = [PASS_OPAQUE, PASS_TRANSLUCENT, PASS_NONE];

let map: CostMap;
let standing: StandingPlaces;
let costs: ClusterCost[];

function join(lists: readonly (readonly number[])[]) {
  const first = new Uint32Array(lists.length);
  for (let i = 1; i < lists.length; i++) first[i] = first[i - 1] + lists[i - 1].length;
  return {
    first,
    count: Uint32Array.from(lists, ({ length }) => length),
    all: Uint32Array.from(lists.flat()),
  };
}
const rows = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

beforeAll(async () => {
  const ofChunks = join(rows(CHUNKS, clustersOf));
  const ofProps = join(rows(PROPS, (prop) => clustersOf(prop + 1000)));
  const { tree, pvs } = makeSlabs(CLUSTERS);
  const chunks = {
    count: CHUNKS,
    kind: Uint8Array.from(rows(CHUNKS, kindOf)),
    material: Uint16Array.from(rows(CHUNKS, materialOf)),
    firstCluster: ofChunks.first,
    clusterCount: ofChunks.count,
    clusters: ofChunks.all,
    box: Float32Array.from(rows(CHUNKS, chunkBox).flat()),
  };
  const props = {
    instanceCount: PROPS,
    instanceVariant: Uint32Array.from(rows(PROPS, variantOf)),
    instanceFirstCluster: ofProps.first,
    instanceClusterCount: ofProps.count,
    clusters: ofProps.all,
    instanceBox: Float32Array.from(rows(PROPS, propBox).flat()),
    worldFromModel: Float32Array.from(
      rows(PROPS, (p) => [1, 0, 0, propX(p), 0, 1, 0, propY(p), 0, 0, 1, 32]).flat(),
    ),
    fadeMinDist: new Float32Array(PROPS),
    fadeMaxDist: Float32Array.from(rows(PROPS, fadeOf)),
    variantLodCount: Uint8Array.of(3, 3),
    variantSwitchPoint: Float32Array.from(
      SWITCH.flatMap((row) => [...row, ...new Array(5).fill(0)]),
    ),
    variantFirstDraw: Uint32Array.of(0, 4),
    variantDrawCount: Uint32Array.of(4, 3),
    drawCount: DRAWS.length,
    drawLod: Uint8Array.from(DRAWS, ({ lod }) => lod),
    drawMaterial: Uint16Array.from(DRAWS, ({ material }) => material),
    drawIndexCount: Uint32Array.from(DRAWS, ({ triangles }) => triangles * 3),
    materials: { name: ["a", "b", "c"], pass: Uint8Array.from(PASSES) },
  };
  map = {
    tree,
    pvs,
    areas: null,
    isPlayable: Uint8Array.from(tree.leafCluster, (cluster) =>
      cluster >= 0 && cluster % 50 !== 7 ? 1 : 0,
    ),
    bsp: {
      entities: [],
      models: { count: 0 },
      leafs: { count: 0 },
      planes: { normal: [], dist: [] },
    },
    solid: { brushCount: 0, modelCount: 0, triangleCount: 0 },
    brushes: {
      count: 0,
      contents: [],
      sidePlane: [],
      firstSide: [],
      sideCount: [],
      leafBrushes: [],
    },
    world: {
      chunks,
      triangles: Uint32Array.from(rows(CHUNKS, trianglesOf)),
      isTranslucent: Uint8Array.from(rows(CHUNKS, (chunk) => (isGlass(chunk) ? 1 : 0))),
    },
    props,
  } as unknown as CostMap;
  // Each third cluster has two places, one above the other, and a third outside the grid.
  const places = rows(CLUSTERS, (c) => c)
    .filter((cluster) => cluster % 3 === 0)
    .flatMap((cluster) => [0, 1, 2].map((k) => ({ cluster, k })));
  standing = {
    ...{
      step: WIDTH,
      minX: 0,
      minY: 0,
      columns: CLUSTERS,
      rows: 1,
      count: places.length,
      isWhole: true,
    },
    eye: Float32Array.from(
      places.flatMap(({ cluster, k }) => [cluster * WIDTH + 1 + k, 8, 64 + k * 128]),
    ),
    floor: Float32Array.from(places, ({ k }) => k * 128),
    cluster: Int32Array.from(places, ({ cluster }) => cluster),
    cell: Int32Array.from(places, ({ cluster, k }) => (k === 2 ? -1 : cluster)),
  };
  costs = await countClusterCosts(map, { ...standing, cell: standing.cell.map(() => -1) });
});

const chunkBox = (i: number) => [
  i * 300,
  (i % 9) * 50 - 200,
  0,
  i * 300 + 20,
  (i % 9) * 50 - 180,
  9,
];
const propBox = (p: number) => [propX(p) - 4, 0, 24, propX(p) + 12, 16, 40];

const isSeen = (from: number, list: readonly number[]) =>
  list.length === 0 || list.some((to) => sees(from, to));

/** Returns the draws of a prop as seen by an eye. */
function drawsOf(prop: number, [x, y, z]: readonly number[]) {
  const [a, b, c, d, e, f] = propBox(prop);
  const away = Math.hypot((a + d) / 2 - x, (b + e) / 2 - y, (c + f) / 2 - z);
  if (fadeOf(prop) > 0 && away > fadeOf(prop)) return null;
  // The metric is 100 over the pixels that an inch covers in a picture of 1,080 rows and 90 degrees
  // (horizontal, 4:3).
  const metric = (100 * 0.75 * Math.hypot(propX(prop) - x, propY(prop) - y, 32 - z)) / 1080;
  let lod = 0;
  for (const next of [1, 2]) {
    if (SWITCH[variantOf(prop)][next] < 0 || metric < SWITCH[variantOf(prop)][next]) break;
    lod = next;
  }
  return DRAW_ROWS.filter(
    (draw) => draw.variant === variantOf(prop) && draw.lod === lod && draw.material !== 2,
  );
}

function recount(cluster: number, eye: readonly number[]) {
  const cost = { world: 0, displacements: 0, brushEntities: 0, props: 0, propCount: 0 };
  const blended = { translucentSurfaces: 0, translucent: 0 };
  const batches = new Set<string>();
  for (let chunk = 0; chunk < CHUNKS; chunk++) {
    const triangles = trianglesOf(chunk);
    if (triangles === 0 || !isSeen(cluster, clustersOf(chunk))) continue;
    cost[(["world", "displacements", "brushEntities"] as const)[kindOf(chunk)]] += triangles;
    batches.add(`world ${materialOf(chunk)}`);
    if (!isGlass(chunk)) continue;
    blended.translucent += triangles;
    blended.translucentSurfaces++;
  }
  for (let prop = 0; prop < PROPS; prop++) {
    const draws = isSeen(cluster, clustersOf(prop + 1000)) ? drawsOf(prop, eye) : null;
    if (draws === null) continue;
    cost.propCount++;
    for (const { triangles, material, row } of draws) {
      cost.props += triangles;
      batches.add(`prop ${row}`);
      if (material !== 1) continue;
      blended.translucent += triangles;
      blended.translucentSurfaces++;
    }
  }
  return { ...cost, ...blended, batches: batches.size };
}

describe("cost of a map of 5,000 clusters", () => {
  it("has the counts of a plain recount for each cluster", () => {
    const wanted = rows(CLUSTERS, (cluster) => cluster).filter(
      (cluster) => cluster % 3 === 0 || cluster % 50 !== 7,
    );
    expect(costs.map(({ cluster }) => cluster)).toEqual(wanted);
    const wrong: unknown[] = [];
    for (const cost of costs) {
      const { cluster } = cost;
      // The eye is at the middle one of three places, or in the middle of the leaf's box.
      const eye =
        cluster % 3 === 0 ? [cluster * WIDTH + 2, 8, 192] : [(cluster + 0.5) * WIDTH, 8, 64];
      const counted = recount(cluster, eye);
      const { world, displacements, brushEntities, props } = counted;
      let seen = 0;
      for (let to = 0; to < CLUSTERS; to++) if (sees(cluster, to)) seen++;
      const whole = {
        ...{ cluster, sees: seen, triangles: world + displacements + brushEntities + props },
        ...{ ...counted, x: eye[0], y: eye[1], z: eye[2] },
        ...{ places: cluster % 3 === 0 ? 3 : 0, walked: null },
      };
      const found = cost as unknown as Record<string, unknown>;
      const differs = Object.entries(whole).some(([key, value]) => found[key] !== value);
      if (differs && wrong.length < 3) wrong.push({ found, whole });
    }
    expect(wrong).toEqual([]);
    // The counts vary among clusters, so that mixed-up rows are noticed.
    for (const key of ["world", "displacements", "brushEntities", "props", "batches"] as const) {
      expect(new Set(costs.map((cost) => cost[key])).size).toBeGreaterThan(5);
    }
    expect(costs.some(({ translucentSurfaces }) => translucentSurfaces > 3)).toBe(true);
  });

  it("does not depend on places that the counter counted before", () => {
    const counter = createCostCounter(map);
    const visible = createVisibleRows(map);
    const bits = visible.create();
    for (const cluster of [3, 4998, 3, 2500, 3]) {
      const eye = [cluster * WIDTH + 2, 8, 192] as const;
      visible.write(cluster, ...eye, bits);
      expect(counter.count(bits, ...eye)).toEqual(recount(cluster, eye));
      for (let prop = 0; prop < PROPS; prop++) {
        const draws = drawsOf(prop, eye) ?? [];
        const sum = draws.reduce((all, { triangles }) => all + triangles, 0);
        expect(counter.propTriangles(prop, ...eye)).toBe(sum);
      }
    }
  });

  it("ranks places as sorting all of them does", () => {
    const stood = costs.filter(({ cluster }) => cluster % 3 === 0);
    const sorted = [...stood].sort((a, b) => b.batches - a.batches || a.cluster - b.cluster);
    const wanted: ClusterCost[] = [];
    for (const one of sorted) {
      const isNear = wanted.some(
        ({ x, y, z }) => Math.hypot(x - one.x, y - one.y, z - one.z) < 256,
      );
      if (!isNear && wanted.length < 9) wanted.push(one);
    }
    expect(rankPlaces(costs, "batches", 9)).toEqual(wanted);
  });

  it("aims a camera at the 90 degrees with the most triangles", () => {
    const counter = createCostCounter(map);
    const visible = createVisibleRows(map);
    for (const cluster of [0, 1500, 3000, 4500]) {
      const eye = [cluster * WIDTH + 2, 8, 192] as const;
      const weights: (readonly [degrees: number, triangles: number])[] = [];
      const add = (box: readonly number[], triangles: number) => {
        const [dx, dy] = [(box[0] + box[3]) / 2 - eye[0], (box[1] + box[4]) / 2 - eye[1]];
        weights.push([Math.floor((Math.atan2(dy, dx) * 180) / Math.PI + 360) % 360, triangles]);
      };
      rows(CHUNKS, (c) => c)
        .filter((chunk) => isSeen(cluster, clustersOf(chunk)))
        .forEach((chunk) => {
          add(chunkBox(chunk), trianglesOf(chunk));
        });
      rows(PROPS, (p) => p)
        .filter((prop) => isSeen(cluster, clustersOf(prop + 1000)))
        .forEach((prop) => {
          const draws = drawsOf(prop, eye) ?? [];
          add(
            propBox(prop),
            draws.reduce((all, { triangles }) => all + triangles, 0),
          );
        });
      // Sums whole degrees from 45 right (inclusive) to 45 left (exclusive).
      const sums = rows(24, (i) => {
        const inView = weights.filter(([degrees]) => (degrees - i * 15 + 45 + 720) % 360 < 90);
        return inView.reduce((all, [, triangles]) => all + triangles, 0);
      });
      const best = sums.indexOf(Math.max(...sums)) * 15;
      const [x, y, z] = eye;
      const pose = { x, y, z, pitch: 0, yaw: best > 180 ? best - 360 : best };
      expect(aimCamera(map, visible, counter, { cluster, x, y, z })).toEqual(pose);
    }
  });

  it("colours floors and the heat map by the same numbers", () => {
    const stood = costs.filter(({ places }) => places > 0);
    const values = stood.map(({ triangles }) => triangles);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const heat = buildFloorHeat(standing, costs, "triangles");
    expect([heat.count, heat.edge]).toEqual([stood.length, WIDTH]);
    expect([...heat.cluster]).toEqual(stood.map(({ cluster }) => cluster));
    const squares = stood.flatMap(({ cluster }) =>
      [0, 1].flatMap((k) => [cluster * WIDTH + 1 + k, 8, k * 128]),
    );
    expect([...heat.squares]).toEqual(squares);
    expect([...heat.firstSquare]).toEqual(rows(stood.length + 1, (i) => i * 2));
    const picture = drawHeatMap(standing, costs, "triangles", [])!;
    expect([picture.low, picture.high, picture.scale]).toEqual([low, high, 1]);
    const ramp = ["26 3c 78", "28 8c 82", "78 be 46", "fa d2 3c", "eb 5a 28", "c8 14 28"].map(
      (row) => row.split(" ").map((byte) => Number.parseInt(byte, 16)),
    );
    for (const [row, { cluster, triangles }] of stood.entries()) {
      const at = ((triangles - low) / (high - low)) * 5;
      const step = Math.min(4, Math.floor(at));
      const color = [0, 1, 2].map((i) =>
        Math.round(ramp[step][i] + (ramp[step + 1][i] - ramp[step][i]) * (at - step)),
      );
      const [r, g, b] = color;
      if (heat.color[row] !== r * 65536 + g * 256 + b)
        expect([cluster, heat.color[row]]).toEqual(color);
      const pixel = [...picture.rgba.subarray(cluster * 4, cluster * 4 + 3)];
      if (pixel.join() !== color.join()) expect([cluster, pixel]).toEqual(color);
    }
  });

  it("compares two counts place by place", () => {
    const after = costs
      .filter(({ cluster }) => cluster % 6 === 0)
      .map((cost) => ({ ...cost, world: cost.world + ((cost.cluster * 7) % 5) - 2 }));
    const before = costs.filter(({ cluster }) => cluster % 9 === 0);
    const found = compareCosts(
      { map, standing, costs: before },
      { map, standing, costs: after },
      "world",
      1e9,
    );
    const shared = rows(standing.count, (place) => standing.cluster[place]).filter(
      (cluster) => cluster % 18 === 0 && cluster % 50 !== 7,
    );
    const worldOf = new Map(costs.map(({ cluster, world }) => [cluster, world]));
    const changeOf = (cluster: number) => ((cluster * 7) % 5) - 2;
    const sum = shared.reduce((all, cluster) => all + worldOf.get(cluster)!, 0);
    const rise = shared.reduce((all, cluster) => all + changeOf(cluster), 0);
    const playable = (step: number) =>
      [...standing.cluster].filter((c) => c % step === 0 && c % 18 !== 0 && c % 50 !== 7).length;
    expect(found.places).toBe(shared.length);
    // Places that only one count has a cost for.
    expect(found.onlyAfter).toBe(playable(6));
    expect(found.onlyBefore).toBe(standing.count - shared.length - playable(6));
    expect(found.meanBefore).toBeCloseTo(sum / shared.length, 9);
    expect(found.meanAfter).toBeCloseTo((sum + rise) / shared.length, 9);
    expect(found.worse).toBe(shared.filter((cluster) => changeOf(cluster) > 0).length);
    expect(found.better).toBe(shared.filter((cluster) => changeOf(cluster) < 0).length);
    expect(found.risen[0].after - found.risen[0].before).toBe(2);
    expect(found.fallen[0].before - found.fallen[0].after).toBe(2);
  });
});
