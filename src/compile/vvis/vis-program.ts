/** Stages of vvis that run in threads. Each row writes words that no other row writes. */

import type { Program } from "../job-pool.ts";
import { dropOneSided, keepReachable, markInFront, mirrorInFront } from "./might-see.ts";
import { createFlowSearch, type FlowSearch, followLines } from "./portal-flow.ts";
import type { PortalGraph } from "./portal-graph.ts";

export interface VisState {
  readonly graph: PortalGraph;
  /** Bound of what each way sees, later the exact result: `wayWords` words a way. */
  readonly rows: Uint32Array;
  /** Ways in the order in which they are finished. */
  readonly order: Uint32Array;
  /** Row of `order` at which the current round begins. */
  readonly roundStart: Uint32Array;
  /** Bit set of the ways that each way of the current round sees, `wayWords` words a way. */
  readonly seen: Uint32Array;
  /** Words per row of `pvs` and `pas`. */
  readonly clusterWords: number;
  readonly pvs: Uint32Array;
  readonly pas: Uint32Array;
}

const searches = new WeakMap<VisState, FlowSearch>();

function flowWay(state: VisState, row: number): void {
  const { graph, rows, order, roundStart, seen } = state;
  let search = searches.get(state);
  if (search === undefined) {
    search = createFlowSearch(graph, rows);
    searches.set(state, search);
  }
  const out = seen.subarray(row * graph.wayWords, (row + 1) * graph.wayWords);
  out.fill(0);
  followLines(search, order[roundStart[0] + row], out);
}

/** Combines what the ways out of a cluster see, plus the cluster itself. */
function mergeWays({ graph, rows, clusterWords, pvs }: VisState, cluster: number): void {
  const { wayWords, target, firstWay, clusterWays } = graph;
  const to = cluster * clusterWords;
  pvs[to + (cluster >>> 5)] |= 1 << (cluster & 31);
  for (let i = firstWay[cluster]; i < firstWay[cluster + 1]; i++) {
    const way = clusterWays[i];
    pvs[to + (target[way] >>> 5)] |= 1 << (target[way] & 31);
    for (let word = 0; word < wayWords; word++) {
      for (let left = rows[way * wayWords + word]; left !== 0; left &= left - 1) {
        const beyond = target[word * 32 + 31 - Math.clz32(left & -left)];
        pvs[to + (beyond >>> 5)] |= 1 << (beyond & 31);
      }
    }
  }
}

/** Combines the PVS rows of all clusters in a cluster's PVS. */
function expandByOneHop({ graph, clusterWords, pvs, pas }: VisState, cluster: number): void {
  const to = cluster * clusterWords;
  for (let other = 0; other < graph.clusterCount; other++) {
    if (((pvs[to + (other >>> 5)] >>> (other & 31)) & 1) === 0) continue;
    for (let i = 0; i < clusterWords; i++) pas[to + i] |= pvs[other * clusterWords + i];
  }
}

const STAGES: Readonly<Record<string, (state: VisState, row: number) => void>> = {
  /** Rows are ways. */
  front: ({ graph, rows }, way) => markInFront(graph, rows, way),
  reachable: ({ graph, rows }, way) => keepReachable(graph, rows, way),
  /** Rows are words of a row. */
  mirror: ({ graph, rows }, word) => mirrorInFront(graph, rows, word),
  drop: ({ graph, rows }, word) => dropOneSided(graph, rows, word),
  /** Rows are ways of a round. */
  flow: flowWay,
  /** Rows are clusters. */
  pvs: mergeWays,
  pas: expandByOneHop,
};

export const visProgram: Program<VisState> = {
  name: "vvis",
  run(state, stage, first, end) {
    const work = STAGES[stage];
    for (let row = first; row < end; row++) work(state, row);
  },
};
