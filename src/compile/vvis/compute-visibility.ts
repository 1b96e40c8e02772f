/** vvis: computes from portals which clusters can see and hear each other. */

import { countBits } from "../../core/bit-set.ts";
import type { CompileReport, PortalFile } from "../types.ts";
import { computeMightSee, dropOneSided } from "./might-see.ts";
import { computePortalVis } from "./portal-flow.ts";
import { createPortalGraph, type PortalGraph } from "./portal-graph.ts";

/**
 * Number of rounds in which ways are finished, those that might see least first. A round uses only
 * results of previous rounds, so that its ways can be computed in any order, or in parallel, with
 * the same result. More rounds are faster, up to a point.
 */
const ROUNDS = 64;

export interface VisibilityOptions {
  /** True for only the quick bound, which is larger. */
  readonly fast?: boolean;
}

/**
 * Rows of (clusterCount + 31) >>> 5 words, one a cluster. Both are symmetric, with the diagonal
 * set.
 */
export interface ClusterVisibility {
  readonly pvs: Uint32Array;
  /** Potentially audible set: the clusters seen from the clusters in the PVS. */
  readonly pas: Uint32Array;
}

/**
 * Computes the PVS and PAS of a map's clusters. Conservative: if a line from a point of one cluster
 * passes through portals to a point of another, they see each other. Openings smaller than
 * VIS_EPSILON do not count. Throws FormatError (PRT).
 */
export function computeVisibility(
  portals: PortalFile,
  report: CompileReport,
  options: VisibilityOptions = {},
): ClusterVisibility {
  const graph = createPortalGraph(portals, report);
  const rows = computeMightSee(graph, (done) => report.progress("portal bounds", done));
  report.progress("portal bounds", 1);
  if (!options.fast) flowPortals(graph, rows, report);
  const pvs = mergePortals(graph, rows);
  return { pvs, pas: expandByOneHop(pvs, graph.clusterCount) };
}

/** Replaces the rows of `computeMightSee` by the exact visibility. */
function flowPortals(graph: PortalGraph, rows: Uint32Array, report: CompileReport): void {
  const { wayCount, wayWords } = graph;
  const order = orderByMightSee(graph, rows);
  let from = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    const to = Math.floor((wayCount * round) / ROUNDS);
    const seen = computePortalVis(graph, rows, order.subarray(from, to));
    for (let i = from; i < to; i++) {
      const row = seen.subarray((i - from) * wayWords, (i - from + 1) * wayWords);
      rows.set(row, order[i] * wayWords);
    }
    // Visibility is symmetric: if a way does not see another, the reverse does not hold either.
    dropOneSided(rows, wayCount, wayWords);
    from = to;
    report.progress("portal flow", round / ROUNDS);
  }
}

/** Sorts ways by how many others they might see, fewest first. Their rows then bound the others. */
function orderByMightSee({ wayCount, wayWords }: PortalGraph, rows: Uint32Array): Uint32Array {
  const counts = new Uint32Array(wayCount);
  for (let way = 0; way < wayCount; way++) {
    counts[way] = countBits(rows.subarray(way * wayWords, (way + 1) * wayWords));
  }
  return Uint32Array.from({ length: wayCount }, (_, way) => way).sort(
    (a, b) => counts[a] - counts[b] || a - b,
  );
}

/** Combines the ways out of each cluster, plus the cluster itself. Symmetric, like the rows. */
function mergePortals(graph: PortalGraph, rows: Uint32Array): Uint32Array {
  const { clusterCount, wayWords, target, firstWay, clusterWays } = graph;
  const words = (clusterCount + 31) >>> 5;
  const pvs = new Uint32Array(clusterCount * words);
  const ways = new Uint32Array(wayWords);
  for (let cluster = 0; cluster < clusterCount; cluster++) {
    ways.fill(0);
    for (let i = firstWay[cluster]; i < firstWay[cluster + 1]; i++) {
      const way = clusterWays[i];
      for (let j = 0; j < wayWords; j++) ways[j] |= rows[way * wayWords + j];
      ways[way >>> 5] |= 1 << (way & 31);
    }
    const row = cluster * words;
    pvs[row + (cluster >>> 5)] |= 1 << (cluster & 31);
    for (let way = 0; way < graph.wayCount; way++) {
      if (((ways[way >>> 5] >>> (way & 31)) & 1) === 0) continue;
      pvs[row + (target[way] >>> 5)] |= 1 << (target[way] & 31);
    }
  }
  return pvs;
}

function expandByOneHop(pvs: Uint32Array, clusterCount: number): Uint32Array {
  const words = (clusterCount + 31) >>> 5;
  const pas = pvs.slice();
  for (let a = 0; a < clusterCount; a++) {
    for (let b = 0; b < clusterCount; b++) {
      if (((pvs[a * words + (b >>> 5)] >>> (b & 31)) & 1) === 0) continue;
      for (let i = 0; i < words; i++) pas[a * words + i] |= pvs[b * words + i];
    }
  }
  return pas;
}
