/** Ranking of the most expensive clusters, each with a camera towards most of what is drawn. */

import { countBits, createBitSet, setAllBits } from "../../core/bit-set.ts";
import type { CameraPose } from "../../map/types.ts";
import { createAreaWalk } from "../../visibility/areas.ts";
import { decodePvsRow } from "../../visibility/pvs.ts";
import { createBreath } from "../breath.ts";
import type { CostMap } from "./open-cost-map.ts";
import type { StandingPlaces } from "./standing-places.ts";
import { type CostCounter, createCostCounter, triangleSum, type ViewCost } from "./view-cost.ts";
import { findWalkedPlaces } from "./walked-places.ts";

// Triangles drawn from each cluster, for an eye at a place in it.

// Clusters visible from a cluster as in the engine: its PVS without what closed area portals hide.

export interface VisibleRows {
  readonly clusterCount: number;
  /** Creates an empty row. */
  create(): Uint32Array;
  /** Writes the stored PVS. */
  writePvs(cluster: number, out: Uint32Array): void;
  /**
   * Clears the clusters behind area portals that are closed, at map start if the map says nothing
   * else, for an eye at a place in the cluster.
   */
  hideClosed(cluster: number, x: number, y: number, z: number, out: Uint32Array): void;
  /** Writes the PVS without the clusters behind closed portals. */
  write(cluster: number, x: number, y: number, z: number, out: Uint32Array): void;
}

export function createVisibleRows({ pvs, tree, areas, openPortals = null }: CostMap): VisibleRows {
  const clusterCount = pvs?.clusterCount ?? countClusters(tree.leafCluster);
  const walk = areas === null ? null : createAreaWalk(areas);
  walk?.setOpen(openPortals);
  const areaOf = new Int32Array(clusterCount);
  if (areas !== null) {
    for (let leaf = 0; leaf < tree.leafCount; leaf++) {
      const cluster = tree.leafCluster[leaf];
      if (cluster >= 0 && areaOf[cluster] === 0) areaOf[cluster] = areas.leafArea[leaf];
    }
  }
  const writePvs = (cluster: number, out: Uint32Array): void => {
    if (pvs === null) setAllBits(out, clusterCount);
    else decodePvsRow(pvs, cluster, out);
  };
  const hideClosed = (cluster: number, x: number, y: number, z: number, out: Uint32Array): void => {
    if (walk === null) return;
    walk.look(x, y, z);
    walk.hide(tree, areaOf[cluster], out);
  };
  return {
    clusterCount,
    create: () => createBitSet(clusterCount),
    writePvs,
    hideClosed,
    write(cluster, x, y, z, out) {
      writePvs(cluster, out);
      hideClosed(cluster, x, y, z, out);
    },
  };
}

function countClusters(leafCluster: Int32Array): number {
  let count = 0;
  for (let leaf = 0; leaf < leafCluster.length; leaf++) {
    count = Math.max(count, leafCluster[leaf] + 1);
  }
  return count;
}

export interface ClusterCost extends ViewCost {
  readonly cluster: number;
  /** Number of visible clusters, including itself. */
  readonly sees: number;
  readonly triangles: number;
  /** Eye position, inches. */
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /**
   * Places of the grid in the cluster. 0 if players cannot stand there; the eye is then the middle
   * of one of its leafs.
   */
  readonly places: number;
  /** Places that can be walked to; `null` if unknown. */
  readonly walked: number | null;
}

/**
 * Counts the cost of each cluster that a player may be in, in cluster order. Rejects with
 * CancelledError.
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
 * Chooses for each cluster the place nearest to the middle of its places, preferring those that can
 * be walked to; `null` for clusters that no player is ever in.
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

/** Measures for ranking, with their names in messages. */
export const COST_MEASURES = {
  triangles: "triangles",
  world: "triangles of the world",
  displacements: "triangles of displacements",
  props: "triangles of props",
  translucent: "translucent triangles",
  batches: "batches",
} as const;

export type CostMeasure = keyof typeof COST_MEASURES;

/**
 * Least distance between ranked places in inches. Of closer ones only the most expensive is listed.
 */
const APART = 256;
/** Number of camera directions tried, and half the field of view in degrees. */
const YAWS = 24;
const HALF_VIEW = 45;

/**
 * Ranks places that can be walked to, the most expensive first. If walking is unknown, ranks places
 * where players can stand, or else all.
 * @param isAll whether places that cannot be walked to count, too
 */
export function rankPlaces(
  costs: readonly ClusterCost[],
  measure: CostMeasure,
  top: number,
  isAll = false,
): ClusterCost[] {
  const walked = isAll ? [] : costs.filter((cost) => (cost.walked ?? 0) > 0);
  const standing = costs.filter(({ places }) => places > 0);
  const known = walked.length > 0 ? walked : standing;
  const sorted = [...(known.length > 0 ? known : costs)].sort(
    (a, b) => b[measure] - a[measure] || a.cluster - b.cluster,
  );
  const ranked: ClusterCost[] = [];
  for (const cost of sorted) {
    if (ranked.length === top) break;
    const isNear = ranked.some(
      ({ x, y, z }) => Math.hypot(x - cost.x, y - cost.y, z - cost.z) < APART,
    );
    if (!isNear) ranked.push(cost);
  }
  return ranked;
}

/** Returns a level camera in the direction with the most triangles. */
export function aimCamera(
  { world, props }: CostMap,
  rows: VisibleRows,
  counter: CostCounter,
  { cluster, x, y, z }: Pick<ClusterCost, "cluster" | "x" | "y" | "z">,
): CameraPose {
  const visible = rows.create();
  rows.write(cluster, x, y, z, visible);
  const weight = new Float64Array(360);
  const add = (box: Float32Array, row: number, triangles: number) => {
    const at = row * 6;
    const dx = (box[at] + box[at + 3]) / 2 - x;
    const dy = (box[at + 1] + box[at + 4]) / 2 - y;
    const degrees = Math.floor((Math.atan2(dy, dx) * 180) / Math.PI + 360) % 360;
    weight[degrees] += triangles;
  };
  for (let chunk = 0; chunk < world.chunks.count; chunk++) {
    if (world.triangles[chunk] === 0 || !counter.isChunkSeen(chunk, visible)) continue;
    add(world.chunks.box, chunk, world.triangles[chunk]);
  }
  for (let instance = 0; instance < (props?.instanceCount ?? 0); instance++) {
    if (!counter.isPropSeen(instance, visible)) continue;
    add(props!.instanceBox, instance, counter.propTriangles(instance, x, y, z));
  }
  let best = 0;
  let most = -1;
  for (let i = 0; i < YAWS; i++) {
    const yaw = (i * 360) / YAWS;
    let sum = 0;
    for (let off = -HALF_VIEW; off < HALF_VIEW; off++) sum += weight[(yaw + off + 360) % 360];
    if (sum <= most) continue;
    most = sum;
    best = yaw;
  }
  return { x, y, z, pitch: 0, yaw: best > 180 ? best - 360 : best };
}
