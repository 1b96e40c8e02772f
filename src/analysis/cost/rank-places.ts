/** The places from which most is drawn, apart from each other, each with a camera that looks at most of it. */

import type { CameraPose } from "../../map/types.ts";
import type { ClusterCost } from "./cluster-costs.ts";
import type { CostMap } from "./cost-map.ts";
import type { CostCounter } from "./view-cost.ts";
import type { VisibleRows } from "./visible-rows.ts";

/** What places are ranked by, and what the number is called for people. */
export const COST_MEASURES = {
  triangles: "triangles",
  world: "triangles of the world",
  displacements: "triangles of displacements",
  props: "triangles of props",
  translucent: "triangles that blend",
  batches: "batches",
} as const;

export type CostMeasure = keyof typeof COST_MEASURES;

/** Inches: of two places nearer than this the dearer one is told. */
const APART = 256;
/** Directions that a camera is tried in, and degrees that it sees to either side. */
const YAWS = 24;
const HALF_VIEW = 45;

/**
 * Dearest first, of those that are walked to; where that cannot be told, of those that somebody can stand in, or of all.
 * @param isAll those that are not walked to count, too
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

/** From a place, level, the way in which most triangles lie. */
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
