/** vvis: computes from portals which clusters can see and hear each other. */

import { countBits } from "../../core/bit-set.ts";
import { inlineJobPool, type JobPool, type JobRun } from "../job-pool.ts";
import { allocateUint32 } from "../shared-arrays.ts";
import type { CompileReport, PortalFile } from "../types.ts";
import { createPortalGraph, type PortalGraph } from "./portal-graph.ts";
import { type VisState, visProgram } from "./vis-program.ts";

/**
 * Number of rounds in which ways are finished, those that might see least first. A round uses only
 * results of previous rounds, so that its ways can be computed in any order, or in parallel, with
 * the same result. More rounds are faster, up to a point.
 */
const ROUNDS = 64;

export interface VisibilityOptions {
  /** True for only the quick bound, which is larger. */
  readonly fast?: boolean;
  readonly pool?: JobPool;
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
export async function computeVisibility(
  portals: PortalFile,
  report: CompileReport,
  options: VisibilityOptions = {},
): Promise<ClusterVisibility> {
  const graph = createPortalGraph(portals, report);
  const state = createState(graph, options.fast === true);
  const run = await (options.pool ?? inlineJobPool).open(visProgram, state);
  try {
    await boundPortals(graph, run, report);
    if (!options.fast) await flowPortals(state, run, report);
    await run.run("pvs", graph.clusterCount, 16);
    await run.run("pas", graph.clusterCount, 16);
  } finally {
    await run.close();
  }
  return { pvs: state.pvs, pas: state.pas };
}

function createState(graph: PortalGraph, fast: boolean): VisState {
  const { clusterCount, wayCount, wayWords } = graph;
  const clusterWords = (clusterCount + 31) >>> 5;
  const mostInRound = fast ? 0 : Math.ceil(wayCount / ROUNDS);
  return {
    graph,
    rows: allocateUint32(wayCount * wayWords),
    order: allocateUint32(wayCount),
    roundStart: allocateUint32(1),
    seen: allocateUint32(mostInRound * wayWords),
    clusterWords,
    pvs: allocateUint32(clusterCount * clusterWords),
    pas: allocateUint32(clusterCount * clusterWords),
  };
}

/** Fills the rows as `computeMightSee` does. */
async function boundPortals(
  { wayCount, wayWords }: PortalGraph,
  run: JobRun,
  report: CompileReport,
): Promise<void> {
  const passes = [
    ["front", wayCount, 64],
    ["mirror", wayWords, 8],
    ["reachable", wayCount, 64],
    ["drop", wayWords, 8],
  ] as const;
  for (const [i, [stage, count, batch]] of passes.entries()) {
    await run.run(stage, count, batch, (done) =>
      report.progress("portal bounds", (i + done) / passes.length),
    );
  }
}

/** Replaces the bounds by the exact visibility. */
async function flowPortals(state: VisState, run: JobRun, report: CompileReport): Promise<void> {
  const { wayCount } = state.graph;
  state.order.set(orderByMightSee(state.graph, state.rows));
  for (let round = 1; round <= ROUNDS; round++) {
    const from = Math.floor((wayCount * (round - 1)) / ROUNDS);
    const to = Math.floor((wayCount * round) / ROUNDS);
    state.roundStart[0] = from;
    await run.run("flow", to - from, 4);
    settleRound(state, from, to);
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

/**
 * Puts what the ways of a round see into their rows. Visibility is symmetric: if a way does not see
 * another, the reverse does not hold either.
 */
function settleRound({ graph, rows, order, seen }: VisState, from: number, to: number): void {
  const { wayWords } = graph;
  // Overwrites `seen` with what each way lost, because a lost way may be in the same round.
  for (let i = from; i < to; i++) {
    const row = order[i] * wayWords;
    const at = (i - from) * wayWords;
    for (let word = 0; word < wayWords; word++) {
      const kept = seen[at + word];
      seen[at + word] = rows[row + word] & ~kept;
      rows[row + word] = kept;
    }
  }
  for (let i = from; i < to; i++) {
    const back = order[i] ^ 1;
    for (let word = 0; word < wayWords; word++) {
      for (let lost = seen[(i - from) * wayWords + word]; lost !== 0; lost &= lost - 1) {
        const otherBack = (word * 32 + 31 - Math.clz32(lost & -lost)) ^ 1;
        rows[otherBack * wayWords + (back >>> 5)] &= ~(1 << (back & 31));
      }
    }
  }
}
