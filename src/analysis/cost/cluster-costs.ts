/** What is drawn from each cluster, from an eye that stands in it. */

import { countBits } from "../../core/bit-set.ts";
import { createBreath } from "../breath.ts";
import type { CostMap } from "./cost-map.ts";
import type { StandingPlaces } from "./standing-places.ts";
import { createCostCounter, triangleSum, type ViewCost } from "./view-cost.ts";
import { createVisibleRows } from "./visible-rows.ts";
import { findWalkedPlaces } from "./walked-places.ts";

export interface ClusterCost extends ViewCost {
  readonly cluster: number;
  /** Clusters that are seen from it, itself included. */
  readonly sees: number;
  readonly triangles: number;
  /** Where the eye was, inches. */
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** Places of the grid at which somebody stands in it; 0: nobody does, and the eye is its middle. */
  readonly places: number;
  /** Those of them that are walked to; null where that cannot be told. */
  readonly walked: number | null;
}

/**
 * A row for each cluster that a visitor may be in, in the order of their numbers.
 * Rejects with CancelledError.
 */
export async function countClusterCosts(
  map: CostMap,
  standing: StandingPlaces,
  progress: (done: number) => void = () => {},
  signal?: AbortSignal,
): Promise<ClusterCost[]> {
  const breath = createBreath(signal);
  const rows = createVisibleRows(map);
  const counter = createCostCounter(map);
  const visible = rows.create();
  const eyes = chooseEyes(map, standing, findWalkedPlaces(map, standing), rows.clusterCount);
  const costs: ClusterCost[] = [];
  for (let cluster = 0; cluster < rows.clusterCount; cluster++) {
    if ((cluster & 15) === 0) progress(cluster / rows.clusterCount);
    await breath();
    const eye = eyes[cluster];
    if (eye === null) continue;
    rows.write(cluster, eye.x, eye.y, eye.z, visible);
    const cost = counter.count(visible, eye.x, eye.y, eye.z);
    const triangles = triangleSum(cost);
    costs.push({ cluster, sees: countBits(visible), triangles, ...cost, ...eye });
  }
  return costs;
}

type EyePlace = Pick<ClusterCost, "x" | "y" | "z" | "places" | "walked">;

/**
 * The place of each cluster that is nearest to the middle of its places, of those that are walked to where some are; null:
 * nobody is ever in it.
 */
function chooseEyes(
  { tree, isPlayable }: CostMap,
  { count, eye, cluster }: StandingPlaces,
  isWalked: Uint8Array | null,
  clusterCount: number,
): (EyePlace | null)[] {
  const middle = new Float64Array(clusterCount * 3);
  const places = new Uint32Array(clusterCount);
  const walked = new Uint32Array(clusterCount);
  for (let place = 0; place < count; place++) {
    places[cluster[place]]++;
    if (isWalked?.[place] === 1) walked[cluster[place]]++;
  }
  const counts = (place: number) => walked[cluster[place]] === 0 || isWalked?.[place] === 1;
  for (let place = 0; place < count; place++) {
    const own = cluster[place];
    if (!counts(place)) continue;
    for (let axis = 0; axis < 3; axis++) middle[own * 3 + axis] += eye[place * 3 + axis];
  }
  for (let i = 0; i < middle.length; i++) {
    const own = Math.floor(i / 3);
    middle[i] /= walked[own] || places[own] || 1;
  }
  const eyes: (EyePlace | null)[] = new Array(clusterCount).fill(null);
  const best = new Float64Array(clusterCount).fill(Number.POSITIVE_INFINITY);
  for (let place = 0; place < count; place++) {
    const own = cluster[place];
    if (!counts(place)) continue;
    const [x, y, z] = eye.subarray(place * 3, place * 3 + 3);
    const away = Math.hypot(x - middle[own * 3], y - middle[own * 3 + 1], z - middle[own * 3 + 2]);
    if (away >= best[own]) continue;
    best[own] = away;
    eyes[own] = { x, y, z, places: places[own], walked: isWalked && walked[own] };
  }
  for (let leaf = 0; leaf < tree.leafCount; leaf++) {
    const own = tree.leafCluster[leaf];
    if (isPlayable[leaf] === 0 || own < 0 || own >= clusterCount || eyes[own] !== null) continue;
    const box = tree.leafBox.subarray(leaf * 6, leaf * 6 + 6);
    const [x, y, z] = [0, 1, 2].map((axis) => (box[axis] + box[axis + 3]) / 2);
    eyes[own] = { x, y, z, places: 0, walked: isWalked && 0 };
  }
  return eyes;
}
