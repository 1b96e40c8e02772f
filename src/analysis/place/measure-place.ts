/** Measures one place: what is drawn, how much of it can be visible, and what would reduce it. */

import { countBits } from "../../core/bit-set.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import { type CannotTell, isCannotTell } from "../cannot-tell.ts";
import { createVisibleRows } from "../cost/cluster-costs.ts";
import type { CostMap } from "../cost/open-cost-map.ts";
import { createCostCounter, triangleSum, type ViewCost } from "../cost/view-cost.ts";
import type { LeafPortals } from "../portals/compare-portals.ts";
import { createPlaceGraph } from "../portals/place-graph.ts";
import { type Closings, proposeClosings } from "./propose-closings.ts";
import { type Hint, proposeHints } from "./propose-hints.ts";
import { type PlaceSample, samplePlace } from "./sample-place.ts";

export interface PlaceCost {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly cluster: number;
  readonly cost: ViewCost;
  /** Clusters in its PVS, and those not hidden by closed area portals. */
  readonly pvs: number;
  readonly sees: number;
  readonly sample: PlaceSample | CannotTell;
  readonly closings: Closings | CannotTell;
  /** Hints that save triangles from the place, most first. */
  readonly hints: readonly Hint[] | CannotTell;
}

/** Rejects with CancelledError. */
export async function measurePlace(
  map: CostMap,
  portals: LeafPortals | CannotTell,
  [x, y, z]: readonly [number, number, number],
  progress: (stage: string, done: number) => void = () => {},
  signal?: AbortSignal,
): Promise<PlaceCost | CannotTell> {
  const leaf = findLeaf(map.tree, x, y, z);
  const cluster = map.tree.leafCluster[leaf];
  if (cluster === undefined || cluster < 0) {
    return { because: `${x},${y},${z} is in solid, or outside the map` };
  }
  const rows = createVisibleRows(map);
  const counter = createCostCounter(map);
  const pvs = rows.create();
  rows.writePvs(cluster, pvs);
  const visible = rows.create();
  rows.write(cluster, x, y, z, visible);
  progress("lines of sight", 0);
  const sample = await samplePlace(
    { map, counter, cluster, visible, x, y, z },
    (done) => progress("lines of sight", done),
    signal,
  );
  const cost = counter.count(visible, x, y, z);
  const propose = async (): Promise<Pick<PlaceCost, "closings" | "hints">> => {
    const unknown = (reason: CannotTell) => ({ closings: reason, hints: reason });
    if (map.pvs === null) return unknown({ because: "the map was never run through vvis" });
    if (isCannotTell(portals)) return unknown(portals);
    progress("openings", 0);
    const graph = createPlaceGraph(portals, {
      ...{ cluster, clusterCount: rows.clusterCount },
      ...{ mayBeSeen: pvs, readPvs: rows.writePvs },
    });
    if (isCannotTell(graph)) return unknown(graph);
    const place = { map, graph, rows, counter, cluster, x, y, z };
    const report = (done: number) => progress("openings", done);
    const closings = await proposeClosings(place, portals, cost, report, signal);
    progress("hints", 0);
    const before = { triangles: triangleSum(closings.before), clusters: closings.beforeClusters };
    const hints = await proposeHints(place, before, (done) => progress("hints", done), signal);
    return { closings, hints };
  };
  return {
    ...{ x, y, z, cluster },
    cost,
    pvs: countBits(pvs),
    sees: countBits(visible),
    sample,
    ...(await propose()),
  };
}
