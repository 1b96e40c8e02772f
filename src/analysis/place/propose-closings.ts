/**
 * Estimates the saving of closing each opening that a place sees through: floods the PVS again
 * without it.
 */

import { countBits, hasBit } from "../../core/bit-set.ts";
import { CONTENTS_SOLID } from "../../formats/bsp/layouts/contents-flags.ts";
import type { BspWorld } from "../../formats/bsp/types.ts";
import type { LeafTree } from "../../map/tree.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import { createBreath } from "../breath.ts";
import type { VisibleRows } from "../cost/cluster-costs.ts";
import type { CostMap } from "../cost/open-cost-map.ts";
import { type CostCounter, triangleSum, type ViewCost } from "../cost/view-cost.ts";
import type { LeafPortals } from "../portals/compare-portals.ts";
import type { Flood, PlaceGraph } from "../portals/place-graph.ts";
import { groupOpenings, type Opening, partsTheMap } from "./openings.ts";

// Test whether an opening is a doorway in a wall, not just a plane where the compiler split a room.

/** Distance in inches between samples along the rim, and their distance outside of it. */
const SPACING = 16;
const OUTSIDE = 3;
/** Depths of samples in inches: within the wall itself, and in the rooms on both sides. */
const IN_WALL = 2;
const DEPTHS = [IN_WALL, 10, 28];
const MOST_SAMPLES = 512;

/**
 * Returns the share of an opening's rim with a wall that ends on one side of it. Large for a door,
 * small for a plane across a room or corridor, whose walls continue.
 */
function frameShare(
  tree: LeafTree,
  leafs: BspWorld["leafs"],
  { first, points }: LeafPortals,
  { portals, normal, box }: Opening,
): number {
  const isOpen = (x: number, y: number, z: number): boolean =>
    (leafs.contents[findLeaf(tree, x, y, z)] & CONTENTS_SOLID) === 0;
  const [nx, ny, nz] = normal;
  let framed = 0;
  let asked = 0;
  for (const row of portals) {
    const corners = points.subarray(first[row] * 3, first[row + 1] * 3);
    for (let i = 0; i < corners.length; i += 3) {
      const j = (i + 3) % corners.length;
      const edge = [0, 1, 2].map((axis) => corners[j + axis] - corners[i + axis]);
      const length = Math.hypot(edge[0], edge[1], edge[2]);
      if (length === 0) continue;
      // The winding is clockwise seen from the front, so left of an edge is outside.
      const out = [
        (ny * edge[2] - nz * edge[1]) / length,
        (nz * edge[0] - nx * edge[2]) / length,
        (nx * edge[1] - ny * edge[0]) / length,
      ];
      const steps = Math.max(1, Math.round(length / SPACING));
      for (let step = 0; step < steps && asked < MOST_SAMPLES; step++) {
        const along = (step + 0.5) / steps;
        const [x, y, z] = [0, 1, 2].map(
          (axis) => corners[i + axis] + edge[axis] * along + out[axis] * OUTSIDE,
        );
        const at = (depth: number) => isOpen(x + nx * depth, y + ny * depth, z + nz * depth);
        const isWall = !at(IN_WALL) || !at(-IN_WALL);
        // The next portal of the same opening begins there.
        if (!isWall && isInside(box, x, y, z)) continue;
        asked++;
        if (isWall && DEPTHS.some((depth) => at(depth) || at(-depth))) framed++;
      }
    }
  }
  return asked === 0 ? 0 : framed / asked;
}

function isInside(box: readonly number[], x: number, y: number, z: number): boolean {
  const point = [x, y, z];
  return [0, 1, 2].every(
    (axis) => point[axis] >= box[axis] - 1 && point[axis] <= box[axis + 3] + 1,
  );
}

/** Largest width or height of a doorway in inches. */
const WIDEST_DOOR = 512;
/** Smallest share of the rim with a wall that ends. A hole in a wall has half or more. */
const LEAST_FRAME = 0.4;
/**
 * Number of best closings for which a companion is searched, and number of companions flooded for
 * each.
 */
const MOST_WITH_COMPANION = 6;
const MOST_COMPANIONS = 4;
/** Distance in inches below which parallel openings are two sides of one wall. */
const SAME_WALL = 80;
/**
 * Openings that are flooded: those that cut off most on their own, and those of the place's own
 * cluster.
 */
const MOST_CUTTING = 24;
const MOST_OWN = 12;

export interface Closing {
  readonly opening: Opening;
  /** True if an area portal can be placed there, because closing it separates the map. */
  readonly isDoor: boolean;
  /** Clusters no longer visible. */
  readonly clusters: number;
  /** Cost with the opening closed. */
  readonly after: ViewCost;
  /** Triangles and batches saved. */
  readonly triangles: number;
  readonly batches: number;
  /** True if the flood ran out of steps, so that the saving is a lower bound. */
  readonly isBound: boolean;
  /**
   * Second opening to close as well, if other ways lead around the first; `null` if none is needed
   * or found.
   */
  readonly companion: Companion | null;
}

export interface Companion {
  readonly opening: Opening;
  /** Triangles saved with both closed. */
  readonly triangles: number;
}

export interface Closings {
  /** Cost from the place after the flood, with only the map's own closed portals. */
  readonly before: ViewCost;
  readonly beforeClusters: number;
  readonly isBound: boolean;
  /**
   * Triangles that the stored PVS draws and the flood does not. Large after a fast compile or with
   * older tools.
   */
  readonly floodSaves: number;
  /** Openings that sight from the place passes, and those of them that are doorways. */
  readonly openings: number;
  readonly doorways: number;
  /** Closings that save triangles, most first. */
  readonly closings: readonly Closing[];
}

/** The place of a proposal, with what counts its costs. */
export interface MeasuredPlace {
  readonly map: CostMap;
  readonly graph: PlaceGraph;
  readonly rows: VisibleRows;
  readonly counter: CostCounter;
  readonly cluster: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/**
 * Rejects with CancelledError.
 * @param drawn cost from the place by the stored PVS
 */
export async function proposeClosings(
  { map, graph, rows, counter, cluster, x, y, z }: MeasuredPlace,
  portals: LeafPortals,
  drawn: ViewCost,
  progress: (done: number) => void,
  signal?: AbortSignal,
): Promise<Closings> {
  const breath = createBreath(signal);
  await breath();
  const count = (flood: Flood): { cost: ViewCost; seen: Uint32Array } => {
    const seen = flood.seen.slice();
    rows.hideClosed(cluster, x, y, z, seen);
    return { cost: counter.count(seen, x, y, z), seen };
  };
  const now = graph.flood([]);
  const before = count(now);
  const openings = groupOpenings(portals, now.passed, map.bsp.planes.normal);
  const doorways = openings.filter((opening) => {
    const { box } = opening;
    if ([0, 1, 2].some((axis) => box[axis + 3] - box[axis] > WIDEST_DOOR)) return false;
    return frameShare(map.tree, map.bsp.leafs, portals, opening) >= LEAST_FRAME;
  });
  const chosen = chooseOpenings(portals, now, cluster, doorways);
  const closings: Closing[] = [];
  for (const [i, opening] of chosen.entries()) {
    await breath();
    progress(i / chosen.length);
    const flood = graph.flood(opening.portals);
    const then = count(flood);
    const triangles = triangleSum(before.cost) - triangleSum(then.cost);
    if (triangles <= 0) continue;
    closings.push({
      opening,
      isDoor: partsTheMap(portals, opening),
      companion: null,
      clusters: countBits(before.seen) - countBits(then.seen),
      after: then.cost,
      triangles,
      batches: before.cost.batches - then.cost.batches,
      isBound: flood.isBound,
    });
  }
  const ranked: Closing[] = [];
  for (const [i, closing] of rankClosings(closings).entries()) {
    if (closing.isDoor || i >= MOST_WITH_COMPANION) {
      ranked.push(closing);
      continue;
    }
    await breath();
    const companion = findCompanion(portals, closing, doorways, (other) => {
      const flood = graph.flood([...closing.opening.portals, ...other.portals]);
      return triangleSum(before.cost) - triangleSum(count(flood).cost);
    });
    ranked.push({ ...closing, companion });
  }
  progress(1);
  return {
    before: before.cost,
    beforeClusters: countBits(before.seen),
    isBound: now.isBound,
    floodSaves: triangleSum(drawn) - triangleSum(before.cost),
    openings: openings.length,
    doorways: doorways.length,
    closings: ranked,
  };
}

/** Finds the nearby opening that, closed as well, separates the map and saves most. */
function findCompanion(
  portals: LeafPortals,
  { opening }: Closing,
  doorways: readonly Opening[],
  save: (other: Opening) => number,
): Companion | null {
  const away = ({ middle }: Opening) =>
    Math.hypot(...middle.map((value, axis) => value - opening.middle[axis]));
  const parting = doorways
    .filter((other) => !isSameWall(opening, other) && partsTheMap(portals, opening, other))
    .sort((a, b) => away(a) - away(b))
    .slice(0, MOST_COMPANIONS);
  let best: Companion | null = null;
  for (const other of parting) {
    const triangles = save(other);
    if (best === null || triangles > best.triangles) best = { opening: other, triangles };
  }
  return best;
}

function isSameWall(a: Opening, b: Opening): boolean {
  const along = a.normal.reduce((sum, value, axis) => sum + value * b.normal[axis], 0);
  const apart = Math.hypot(...a.middle.map((value, axis) => value - b.middle[axis]));
  return a === b || (Math.abs(along) > 0.99 && apart < SAME_WALL);
}

/**
 * Sorts by triangles saved. Of two sides of a wall, or two with equal saving, keeps the smaller
 * opening.
 */
function rankClosings(closings: readonly Closing[]): Closing[] {
  const ranked = [...closings].sort(
    (a, b) => b.triangles - a.triangles || a.opening.area - b.opening.area,
  );
  return ranked.filter((closing, i) => {
    const same = ranked.slice(0, i).find((better) => {
      const isEqual =
        better.triangles === closing.triangles && better.clusters === closing.clusters;
      return isEqual || isSameWall(better.opening, closing.opening);
    });
    return same === undefined;
  });
}

/**
 * Chooses the openings that cut off most visible clusters, and those of the place's own cluster.
 */
function chooseOpenings(
  portals: LeafPortals,
  flood: Flood,
  cluster: number,
  openings: readonly Opening[],
): Opening[] {
  const cut = openings.map((opening) => countCutOff(portals, flood, cluster, opening));
  const byCut = openings.map((_, i) => i).sort((a, b) => cut[b] - cut[a] || a - b);
  const { clusterA, clusterB } = portals;
  const own = byCut.filter((i) =>
    openings[i].portals.some((row) => clusterA[row] === cluster || clusterB[row] === cluster),
  );
  const cutting = byCut.filter((i) => cut[i] > 0).slice(0, MOST_CUTTING);
  return [...new Set([...cutting, ...own.slice(0, MOST_OWN)])].map((i) => openings[i]);
}

/** Counts visible clusters that can no longer be reached through passed portals. */
function countCutOff(
  { clusterA, clusterB }: LeafPortals,
  { seen, passed }: Flood,
  cluster: number,
  { portals: closed }: Opening,
): number {
  const isClosed = new Set(closed);
  const ways = new Map<number, number[]>();
  for (const row of passed) {
    if (isClosed.has(row)) continue;
    for (const [from, to] of [
      [clusterA[row], clusterB[row]],
      [clusterB[row], clusterA[row]],
    ]) {
      const list = ways.get(from);
      if (list) list.push(to);
      else ways.set(from, [to]);
    }
  }
  const reached = new Set([cluster]);
  const open = [cluster];
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    for (const to of ways.get(from) ?? []) {
      if (reached.has(to)) continue;
      reached.add(to);
      open.push(to);
    }
  }
  let left = 0;
  for (const reachedCluster of reached) if (hasBit(seen, reachedCluster)) left++;
  return countBits(seen) - left;
}
