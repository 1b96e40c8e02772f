/**
 * Comparison of two compiles of a map by the cost of the same places, because clusters are numbered
 * differently.
 */

import { findLeaf } from "../../visibility/leaf-walk.ts";
import type { ClusterCost, CostMeasure } from "./cluster-costs.ts";
import type { CostMap } from "./open-cost-map.ts";
import type { StandingPlaces } from "./standing-places.ts";

/** Least distance between listed changes in inches. Of closer ones only the largest is listed. */
const APART = 256;

export interface CostChange {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly before: number;
  readonly after: number;
}

export interface CostComparison {
  /** Places where players can stand in both maps, and those in one map only. */
  readonly places: number;
  readonly onlyBefore: number;
  readonly onlyAfter: number;
  /** Means over the places in both maps. */
  readonly meanBefore: number;
  readonly meanAfter: number;
  readonly better: number;
  readonly worse: number;
  /** Largest changes in each direction, apart from each other. */
  readonly fallen: readonly CostChange[];
  readonly risen: readonly CostChange[];
}

export interface CountedMap {
  readonly map: CostMap;
  readonly standing: StandingPlaces;
  readonly costs: readonly ClusterCost[];
}

/** @param after map to judge; `before` is the reference */
export function compareCosts(
  before: CountedMap,
  after: CountedMap,
  measure: CostMeasure,
  top: number,
): CostComparison {
  const costBefore = costAt(before, measure);
  const costAfter = costAt(after, measure);
  const changes: CostChange[] = [];
  let onlyAfter = 0;
  const { eye, count } = after.standing;
  let sumBefore = 0;
  let sumAfter = 0;
  for (let place = 0; place < count; place++) {
    const [x, y, z] = eye.subarray(place * 3, place * 3 + 3);
    const then = costBefore(x, y, z);
    const now = costAfter(x, y, z);
    if (now === undefined) continue;
    if (then === undefined) onlyAfter++;
    else {
      changes.push({ x, y, z, before: then, after: now });
      sumBefore += then;
      sumAfter += now;
    }
  }
  let onlyBefore = 0;
  for (let place = 0; place < before.standing.count; place++) {
    const [x, y, z] = before.standing.eye.subarray(place * 3, place * 3 + 3);
    if (costAfter(x, y, z) === undefined) onlyBefore++;
  }
  const saved = ({ before: then, after: now }: CostChange) => then - now;
  return {
    places: changes.length,
    onlyBefore,
    onlyAfter,
    meanBefore: changes.length === 0 ? 0 : sumBefore / changes.length,
    meanAfter: changes.length === 0 ? 0 : sumAfter / changes.length,
    better: changes.filter((change) => saved(change) > 0).length,
    worse: changes.filter((change) => saved(change) < 0).length,
    fallen: pickApart(changes, saved, top),
    risen: pickApart(changes, (change) => -saved(change), top),
  };
}

function costAt({ map, costs }: CountedMap, measure: CostMeasure) {
  const costOf = new Map(costs.map((cost) => [cost.cluster, cost[measure]]));
  return (x: number, y: number, z: number): number | undefined => {
    const leaf = findLeaf(map.tree, x, y, z);
    return map.isPlayable[leaf] === 1 ? costOf.get(map.tree.leafCluster[leaf]) : undefined;
  };
}

function pickApart(
  changes: readonly CostChange[],
  size: (change: CostChange) => number,
  top: number,
): CostChange[] {
  const sorted = changes.filter((change) => size(change) > 0).sort((a, b) => size(b) - size(a));
  const picked: CostChange[] = [];
  for (const change of sorted) {
    if (picked.length === top) break;
    const isNear = ({ x, y, z }: CostChange) =>
      Math.hypot(x - change.x, y - change.y, z - change.z) < APART;
    if (!picked.some(isNear)) picked.push(change);
  }
  return picked;
}
