/** What is seen from a cluster through a graph of portals, by the flow of vvis. */

import { computePortalVis, type FlowBudget } from "../../compile/vvis/portal-flow.ts";
import type { PortalGraph } from "../../compile/vvis/portal-graph.ts";
import { createBitSet, hasBit, setBit } from "../../core/bit-set.ts";

/** Steps of one flood. Most take some thousands, those of open land a million. */
const MOST_STEPS = 2_000_000;

export interface FloodedWays {
  /** Bit set of the ways that sight passes. */
  readonly ways: Uint32Array;
  /** Whether it took too many steps, and more is said to be seen than is. */
  readonly isBound: boolean;
}

/**
 * @param bound rows of `computeMightSee`, or what bounds them closer; left as they are
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
  // What is closed is taken out of where lines begin: their ways onwards are part of that.
  const kept = out.map((way) => bound.slice(way * wayWords, (way + 1) * wayWords));
  for (const [i, way] of out.entries()) {
    for (let word = 0; word < wayWords; word++) {
      bound[way * wayWords + word] = kept[i][word] & open[word];
    }
  }
  const budget: FlowBudget = { left: mostSteps };
  const reached = computePortalVis(graph, bound, Uint32Array.from(out), 0, out.length, budget);
  const ways = createBitSet(graph.wayCount);
  for (const [i, way] of out.entries()) {
    bound.set(kept[i], way * wayWords);
    setBit(ways, way);
    for (let word = 0; word < wayWords; word++) ways[word] |= reached[i * wayWords + word];
  }
  return { ways, isBound: budget.left < 0 };
}
