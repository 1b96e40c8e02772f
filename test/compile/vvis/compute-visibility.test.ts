import { beforeAll, describe, expect, it } from "vitest";
import type { JobPool } from "../../../src/compile/job-pool.ts";
import type { CompileReport, PortalFile } from "../../../src/compile/types.ts";
import {
  type ClusterVisibility,
  computeVisibility,
} from "../../../src/compile/vvis/compute-visibility.ts";
import { computeMightSee } from "../../../src/compile/vvis/might-see.ts";
import { computePortalVis } from "../../../src/compile/vvis/portal-flow.ts";
import { createPortalGraph } from "../../../src/compile/vvis/portal-graph.ts";
import { countBits, hasBit } from "../../../src/core/bit-set.ts";
import { processorMs } from "../../support/processor-time.ts";
import {
  createRandom,
  makeRoomGrid,
  packPortals,
  rectangle,
  transformPortals,
} from "../make-portals.ts";
import { makeCells } from "./make-cells.ts";

const quiet: CompileReport = {
  progress() {},
  warn(message) {
    throw new Error(message);
  },
};

/** Runs the rows of each stage one by one, in random order. */
function shufflingPool(seed: number): JobPool {
  const random = createRandom(seed);
  return {
    open: async (program, state) => ({
      async run(stage, count) {
        const order = Array.from({ length: count }, (_, row) => [random(), row]);
        for (const [, row] of order.sort(([a], [b]) => a - b)) {
          program.run(state, stage, row, row + 1);
        }
      },
      async close() {},
    }),
  };
}

/** Returns the clusters of each row. */
function listRows(rows: Uint32Array, clusterCount: number): number[][] {
  const words = (clusterCount + 31) >>> 5;
  return Array.from({ length: clusterCount }, (_, i) => {
    const row = rows.subarray(i * words, (i + 1) * words);
    return Array.from({ length: clusterCount }, (_, j) => j).filter((j) => hasBit(row, j));
  });
}

/** A room, a corridor of 512 x 64 inches, its corner, the other leg, and a room at its end. */
const corridor = packPortals(5, [
  { sides: [0, 1], points: rectangle(0, 0, [0, 0], [64, 96]) },
  { sides: [1, 2], points: rectangle(0, 512, [0, 0], [64, 96]) },
  { sides: [2, 3], points: rectangle(1, 64, [512, 0], [576, 96]) },
  { sides: [3, 4], points: rectangle(1, 576, [512, 0], [576, 96]) },
]);

describe("computeVisibility", () => {
  it("hides the room round the corner, which the quick bound cannot", async () => {
    // A line through the corridor climbs by at most 64 in 512, so it hits the wall of the other leg
    // no more than 8 inches in. From the corridor itself a viewer may stand at the corner.
    const all = [0, 1, 2, 3, 4];
    const { pvs, pas } = await computeVisibility(corridor, quiet);
    expect(listRows(pvs, 5)).toEqual([[0, 1, 2, 3], all, all, all, [1, 2, 3, 4]]);
    expect(listRows(pas, 5)).toEqual([all, all, all, all, all]);
    const fast = await computeVisibility(corridor, quiet, { fast: true });
    expect(listRows(fast.pvs, 5)).toEqual([all, all, all, all, all]);
  });

  it("hides the fourth of four rooms whose doors are at opposite ends", async () => {
    // From the first door (y 0..32) through the second (y 200..232) a line climbs by at least 168
    // in 256: it passes the third door's wall at y 368 or above, and that door is at 0..32.
    const door = (x: number, y: number) => rectangle(0, x, [y, 0], [y + 32, 80]);
    const rooms = packPortals(4, [
      { sides: [0, 1], points: door(256, 0) },
      { sides: [1, 2], points: door(512, 200) },
      { sides: [2, 3], points: door(768, 0) },
    ]);
    const { pvs, pas } = await computeVisibility(rooms, quiet);
    expect(listRows(pvs, 4)).toEqual([
      [0, 1, 2],
      [0, 1, 2, 3],
      [0, 1, 2, 3],
      [1, 2, 3],
    ]);
    expect(listRows(pas, 4).every((row) => row.length === 4)).toBe(true);
    const fast = await computeVisibility(rooms, quiet, { fast: true });
    expect(countBits(fast.pvs)).toBe(16);
  });

  it("sees through doors in line to the end", async () => {
    const count = 40;
    const points = (i: number) => rectangle(0, i * 64, [0, 0], [32, 80]);
    const doors = Array.from({ length: count - 1 }, (_, i) => ({
      sides: [i, i + 1] as const,
      points: points(i),
    }));
    const { pvs } = await computeVisibility(packPortals(count, doors), quiet);
    expect(countBits(pvs)).toBe(count * count);
  });

  it("sees a far door through a near slit that is not quite straight", async () => {
    // The slit's upper edge leans by 0.008 inches: 4,000 times as far away, that is 32 inches.
    const slit = [1, 1.008, 96, 1, 0, 96, 1, 0, 0, 1, 1, 0];
    const rooms = packPortals(4, [
      { sides: [0, 1], points: rectangle(0, 0, [0, 0], [1, 96]) },
      { sides: [1, 2], points: slit },
      { sides: [2, 3], points: rectangle(0, 4000, [4010, 0], [4050, 96]) },
    ]);
    expect(countBits((await computeVisibility(rooms, quiet)).pvs)).toBe(16);
    const straight = packPortals(4, [
      { sides: [0, 1], points: rectangle(0, 0, [0, 0], [1, 96]) },
      { sides: [1, 2], points: rectangle(0, 1, [0, 0], [1, 96]) },
      { sides: [2, 3], points: rectangle(0, 4000, [4010, 0], [4050, 96]) },
    ]);
    expect(countBits((await computeVisibility(straight, quiet)).pvs)).toBe(14);
  });

  it("sees only the own cluster without portals", async () => {
    const { pvs, pas } = await computeVisibility(packPortals(3, []), quiet);
    expect(listRows(pvs, 3)).toEqual([[0], [1], [2]]);
    expect(pas).toEqual(pvs);
    expect((await computeVisibility(packPortals(0, []), quiet)).pvs.length).toBe(0);
  });

  it("passes a cluster that is not convex, as func_viscluster makes them", async () => {
    // Cluster 1 is a U round a wall: its two openings face the same way, and cannot see each other.
    const u = packPortals(3, [
      { sides: [0, 1], points: rectangle(0, 0, [0, 0], [64, 96]) },
      { sides: [2, 1], points: rectangle(0, 0, [128, 0], [192, 96]) },
    ]);
    expect(listRows((await computeVisibility(u, quiet)).pvs, 3)).toEqual([
      [0, 1],
      [0, 1, 2],
      [1, 2],
    ]);
  });

  describe.each([
    ["rooms", makeRoomGrid({ width: 9, height: 7, seed: 11 })],
    ["rooms with thick walls", makeRoomGrid({ width: 6, height: 6, seed: 12, wall: 24 })],
    ["slanted cells", makeCells(6, 13, 0.4)],
  ])("of %s", (_, portals: PortalFile) => {
    const count = portals.clusterCount;
    let full: ClusterVisibility;
    let fast: ClusterVisibility;
    beforeAll(async () => {
      full = await computeVisibility(portals, quiet);
      fast = await computeVisibility(portals, quiet, { fast: true });
    });

    it("is symmetric, and every cluster sees itself and its neighbours", () => {
      for (const rows of [full.pvs, full.pas, fast.pvs].map((r) => listRows(r, count))) {
        for (const [i, row] of rows.entries()) {
          expect(row).toContain(i);
          expect(row.filter((j) => !rows[j].includes(i))).toEqual([]);
        }
        for (let i = 0; i < portals.portalCount; i++) {
          expect(rows[portals.clusters[i * 2]]).toContain(portals.clusters[i * 2 + 1]);
        }
      }
    });

    it("shows no more than the quick bound", () => {
      for (let i = 0; i < full.pvs.length; i++) expect(full.pvs[i] & ~fast.pvs[i]).toBe(0);
      expect(countBits(full.pvs)).toBeLessThan(countBits(fast.pvs));
    });

    it("makes the PAS one hop larger than the PVS", () => {
      const seen = listRows(full.pvs, count);
      const heard = seen.map((row) =>
        [...new Set(row.flatMap((j) => seen[j]))].sort((a, b) => a - b),
      );
      expect(listRows(full.pas, count)).toEqual(heard);
    });

    it("is the same in each run, and for reversed portals", async () => {
      expect(await computeVisibility(portals, quiet)).toEqual(full);
      const reversed = packPortals(
        count,
        Array.from({ length: portals.portalCount }, (_, i) => {
          const points: number[] = [];
          for (let p = portals.firstPoint[i + 1] - 1; p >= portals.firstPoint[i]; p--) {
            points.push(...portals.points.subarray(p * 3, p * 3 + 3));
          }
          return { sides: [portals.clusters[i * 2 + 1], portals.clusters[i * 2]] as const, points };
        }),
      );
      expect(await computeVisibility(reversed, quiet)).toEqual(full);
    });
  });

  it("does not depend on the order and ranges of rows", async () => {
    const portals = makeCells(6, 14, 0.4);
    const whole = await computeVisibility(portals, quiet);
    for (const seed of [1, 2, 3]) {
      expect(await computeVisibility(portals, quiet, { pool: shufflingPool(seed) })).toEqual(whole);
    }
  });

  it("does not depend on the map's position and rotation", async () => {
    const portals = makeRoomGrid({ width: 7, height: 7, seed: 21 });
    const [c, s] = [Math.cos(0.4), Math.sin(0.4)];
    const turned = transformPortals(portals, [c, -s, 0, s, c, 0, 0.2, 0.1, 1]);
    for (let at = 0; at < turned.points.length; at++) turned.points[at] += 5000;
    expect(await computeVisibility(turned, quiet)).toEqual(await computeVisibility(portals, quiet));
  });

  it("computes portals in parts, in any order", () => {
    const graph = createPortalGraph(makeCells(6, 14, 0.4), quiet);
    const rows = computeMightSee(graph);
    const order = Uint32Array.from({ length: graph.wayCount }, (_, way) => way);
    const whole = computePortalVis(graph, rows, order);
    const half = graph.wayCount >>> 1;
    const second = computePortalVis(graph, rows, order.subarray(half));
    const first = computePortalVis(graph, rows, order.subarray(0, half));
    expect([...first, ...second]).toEqual([...whole]);
  });

  it("keeps the bound of portals that reach the step limit", () => {
    const graph = createPortalGraph(makeCells(6, 14, 0.4), quiet);
    const rows = computeMightSee(graph);
    const order = Uint32Array.from({ length: graph.wayCount }, (_, way) => way);
    const whole = computePortalVis(graph, rows, order);
    const ample = { left: 1e9 };
    expect(computePortalVis(graph, rows, order, ample)).toEqual(whole);
    const steps = 1e9 - ample.left;
    expect(steps).toBeGreaterThan(graph.wayCount);
    const spent = { left: 0 };
    expect(computePortalVis(graph, rows, order, spent)).toEqual(rows);
    expect(spent.left).toBeLessThan(0);
    const half = computePortalVis(graph, rows, order, { left: steps >>> 1 });
    for (const [i, row] of half.entries()) expect(row & whole[i]).toBe(whole[i] | 0);
    expect(countBits(half)).toBeLessThan(countBits(rows));
  });

  it("takes seconds for 3,000 portals", async () => {
    const portals = makeRoomGrid({ width: 40, height: 40, seed: 1, doorChance: 0.97 });
    expect(portals.portalCount).toBeGreaterThan(3000);
    // Processor time of this process, because others may use the machine. Alone they take 2 and 5
    // seconds.
    const start = processorMs();
    await computeVisibility(portals, quiet, { fast: true });
    expect(processorMs() - start).toBeLessThan(20_000);
    await computeVisibility(portals, quiet);
    expect(processorMs() - start).toBeLessThan(60_000);
  });

  it("reports its progress from 0 to 1", async () => {
    const done = new Map<string, number[]>();
    await computeVisibility(makeRoomGrid({ width: 4, height: 4, seed: 1 }), {
      ...quiet,
      progress: (stage, value) => done.set(stage, [...(done.get(stage) ?? []), value]),
    });
    expect([...done.keys()]).toEqual(["portal bounds", "portal flow"]);
    for (const values of done.values()) {
      expect(values).toEqual([...values].sort((a, b) => a - b));
      expect(values[values.length - 1]).toBe(1);
    }
  });
});
