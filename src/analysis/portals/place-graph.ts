/**
 * Graph of the portals between the clusters that a place may see, and the visibility with some
 * portals closed.
 */

import { MAX_WINDING_POINTS } from "../../compile/vvis/clip-winding.ts";
import { computeMightSee } from "../../compile/vvis/might-see.ts";
import { computePortalVis, type FlowBudget } from "../../compile/vvis/portal-flow.ts";
import { createPortalGraph, type PortalGraph } from "../../compile/vvis/portal-graph.ts";
import { createBitSet, hasBit, setBit } from "../../core/bit-set.ts";
import type { PortalFile } from "../../formats/prt/parse-prt.ts";
import { windingArea } from "../../math/winding.ts";
import type { CannotTell } from "../cannot-tell.ts";
import { type LeafPortals, listSightPortals, selectPortals } from "./compare-portals.ts";

// Visibility from a cluster through a graph of portals, by the flow of vvis.

/** Most steps of one flood. Most floods take some thousands, open landscapes a million. */
const MOST_STEPS = 2_000_000;

export interface FloodedWays {
  /** Bit set of the ways through portals that sight passes. */
  readonly ways: Uint32Array;
  /** True if the flood ran out of steps, so that the result is only an upper bound. */
  readonly isBound: boolean;
}

/**
 * @param bound rows of `computeMightSee`, or a tighter bound; restored before returning
 * @param open bit set of the ways that are not closed
 */
export function floodWays(
  graph: PortalGraph,
  bound: Uint32Array,
  start: number,
  open: Uint32Array,
  mostSteps = MOST_STEPS,
): FloodedWays {
  const { wayWords, firstWay, clusterWays } = graph;
  const out = [...clusterWays.subarray(firstWay[start], firstWay[start + 1])].filter((way) =>
    hasBit(open, way),
  );
  // Removes closed ways from the bounds of the first ways, which limit all further ways.
  const kept = out.map((way) => bound.slice(way * wayWords, (way + 1) * wayWords));
  for (const [i, way] of out.entries()) {
    for (let word = 0; word < wayWords; word++) {
      bound[way * wayWords + word] = kept[i][word] & open[word];
    }
  }
  const budget: FlowBudget = { left: mostSteps };
  const reached = computePortalVis(graph, bound, Uint32Array.from(out), budget);
  const ways = createBitSet(graph.wayCount);
  for (const [i, way] of out.entries()) {
    bound.set(kept[i], way * wayWords);
    setBit(ways, way);
    for (let word = 0; word < wayWords; word++) ways[word] |= reached[i * wayWords + word];
  }
  return { ways, isBound: budget.left < 0 };
}

/** Smallest visible area in square inches. vvis skips smaller ones, too. */
export const LEAST_AREA = 1e-3;
/** Most ways through portals. The bound of each way has a bit for every other way. */
const MOST_WAYS = 16384;
export interface Flood {
  /** Bit set of the visible clusters, including the place's own. */
  readonly seen: Uint32Array;
  /** Portals that sight passes, as rows of `LeafPortals`. */
  readonly passed: readonly number[];
  /** True if the flood ran out of steps, so that the result is only an upper bound. */
  readonly isBound: boolean;
}

export interface PlaceGraph {
  /** Rows of `LeafPortals` between clusters that may be visible from the place. */
  readonly rows: readonly number[];
  /** Portals of `rows` in vvis's format. Cluster 0 is the place's. */
  readonly file: PortalFile;
  /** Cluster of the map for each cluster of the graph. */
  readonly clusterOf: readonly number[];
  /** Upper bound of each way's visibility, as in `computeMightSee`. */
  readonly bound: Uint32Array;
  /** Returns the visibility from the place with portals closed, by the flow of vvis. */
  flood(closed: readonly number[], mostSteps?: number): Flood;
}

/** Cluster of a place, and the visibility that the map stores. */
export interface PlaceSight {
  readonly cluster: number;
  readonly clusterCount: number;
  /** Bit set of clusters: the place's PVS. Closing portals can only shrink it. */
  readonly mayBeSeen: Uint32Array;
  /** Writes the PVS of another cluster. */
  readonly readPvs: (cluster: number, out: Uint32Array) => void;
}

/** @param mostPortals most portals that are followed */
export function createPlaceGraph(
  portals: LeafPortals,
  { cluster, clusterCount, mayBeSeen, readPvs }: PlaceSight,
  mostPortals = MOST_WAYS / 2,
): PlaceGraph | CannotTell {
  const { first, points, clusterA, clusterB } = portals;
  const rows: number[] = [];
  for (const row of listSightPortals(portals)) {
    const isNear = (own: number) => own === cluster || hasBit(mayBeSeen, own);
    if (!isNear(clusterA[row]) || !isNear(clusterB[row])) continue;
    const winding = points.subarray(first[row] * 3, first[row + 1] * 3);
    if (winding.length > MAX_WINDING_POINTS * 3) {
      return { because: `a portal has more than ${MAX_WINDING_POINTS} corners` };
    }
    if (windingArea(Float64Array.from(winding)) > LEAST_AREA) rows.push(row);
  }
  if (rows.length > mostPortals) {
    return { because: `${rows.length} portals may be visible from there, more than the limit` };
  }
  const numberOf = new Int32Array(clusterCount).fill(-1);
  const clusterOf: number[] = [];
  for (const own of [cluster, ...rows.flatMap((row) => [clusterA[row], clusterB[row]])]) {
    if (numberOf[own] >= 0) continue;
    numberOf[own] = clusterOf.length;
    clusterOf.push(own);
  }
  const silent = { progress() {}, warn() {} };
  const file = selectPortals(portals, clusterOf.length, rows, numberOf);
  const graph = createPortalGraph(file, silent);
  if (graph.wayCount !== rows.length * 2) return { because: "portals without area are in its way" };
  const bound = computeMightSee(graph);
  dropUnseen(graph, bound, clusterOf, clusterCount, readPvs);
  const flooded = { graph, bound, rows, clusterOf, clusterCount };
  return {
    ...{ rows, file, clusterOf, bound },
    flood: (closed, mostSteps) => flood(flooded, closed, mostSteps),
  };
}

/** Removes pairs of ways whose clusters do not all see each other in the map's own PVS. */
function dropUnseen(
  { wayCount, wayWords, target }: PortalGraph,
  bound: Uint32Array,
  clusterOf: readonly number[],
  clusterCount: number,
  readPvs: (cluster: number, out: Uint32Array) => void,
): void {
  const pvs = createBitSet(clusterCount);
  // For each cluster, the ways with both ends visible from it.
  const waysSeen: Uint32Array[] = clusterOf.map((cluster) => {
    readPvs(cluster, pvs);
    const ways = createBitSet(wayCount);
    for (let way = 0; way < wayCount; way++) {
      const [to, from] = [clusterOf[target[way]], clusterOf[target[way ^ 1]]];
      if (hasBit(pvs, to) && hasBit(pvs, from)) setBit(ways, way);
    }
    return ways;
  });
  for (let way = 0; way < wayCount; way++) {
    const [to, from] = [waysSeen[target[way]], waysSeen[target[way ^ 1]]];
    for (let word = 0; word < wayWords; word++) {
      bound[way * wayWords + word] &= to[word] & from[word];
    }
  }
}

/** Graph to flood from the place's cluster, which is its number 0. */
interface FloodedGraph extends Pick<PlaceGraph, "rows" | "clusterOf" | "bound"> {
  readonly graph: PortalGraph;
  /** Number of clusters of the map. */
  readonly clusterCount: number;
}

/** @param closed rows of `LeafPortals` */
function flood(
  { graph, bound, rows, clusterOf, clusterCount }: FloodedGraph,
  closed: readonly number[],
  mostSteps?: number,
): Flood {
  const open = createBitSet(graph.wayCount).fill(0xffffffff);
  const isClosed = new Set(closed);
  for (const [i, row] of rows.entries()) {
    if (isClosed.has(row)) open[i >>> 4] &= ~(3 << ((i & 15) * 2));
  }
  const { ways, isBound } = floodWays(graph, bound, 0, open, mostSteps);
  const seen = createBitSet(clusterCount);
  setBit(seen, clusterOf[0]);
  const passed: number[] = [];
  for (const [i, row] of rows.entries()) {
    const [there, back] = [hasBit(ways, i * 2), hasBit(ways, i * 2 + 1)];
    if (there) setBit(seen, clusterOf[graph.target[i * 2]]);
    if (back) setBit(seen, clusterOf[graph.target[i * 2 + 1]]);
    if (there || back) passed.push(row);
  }
  return { seen, passed, isBound };
}
