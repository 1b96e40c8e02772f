/**
 * Chooses the instances of each bucket on the CPU, as `shaders/cull/compact-rows.wgsl` does on the
 * GPU.
 */

import type { PropSet } from "../../map/props.ts";
import { chooseLod, fadeEndMetric } from "../../visibility/prop-lod.ts";
import type { FrameStats } from "../types.ts";
import type { View } from "../views/view.ts";
import type { PropBatches } from "./prop-batches.ts";

// Words per prop draw: the arguments of an indexed indirect draw.

export const PROP_ARGS_WORDS = 5;

/** Packs the draws' arguments with no instances. */
export function packPropArgs(set: PropSet, batches: PropBatches): Uint32Array<ArrayBuffer> {
  const args = new Uint32Array(batches.drawCount * PROP_ARGS_WORDS);
  batches.draw.forEach((draw, row) => {
    args.set([set.drawIndexCount[draw], 0, set.drawFirstIndex[draw]], row * PROP_ARGS_WORDS);
  });
  return args;
}

/** Adds the draws' counts to `stats`. Returns the number of draws that drew anything. */
export function countPropRows(
  stats: FrameStats,
  words: Uint32Array,
  start: number,
  { drawCount, isBucketFirst }: PropBatches,
  phases: number,
): number {
  let draws = 0;
  for (let row = 0; row < drawCount * phases; row++) {
    const at = start + row * PROP_ARGS_WORDS;
    const instances = words[at + 1];
    if (instances === 0) continue;
    draws++;
    // All meshes of a bucket show the same instances, so only the first counts them.
    if (isBucketFirst[row % drawCount] === 1) stats.props += instances;
    stats.triangles += (instances * words[at]) / 3;
  }
  stats.propDraws += draws;
  return draws;
}

/** Result of a frame's CPU culling. */
export interface GatheredInstances {
  readonly ids: Uint32Array<ArrayBuffer>;
  /** Five words per draw: arguments of an indexed indirect draw. */
  readonly args: Uint32Array<ArrayBuffer>;
  readonly bucketCount: Uint32Array;
  drawnInstances: number;
}

export function createGatheredInstances(set: PropSet, batches: PropBatches): GatheredInstances {
  return {
    ids: new Uint32Array(batches.idCapacity),
    args: packPropArgs(set, batches),
    bucketCount: new Uint32Array(batches.bucketCount),
    drawnInstances: 0,
  };
}

/** Returns the LOD in which an instance is drawn, or -1 if it is hidden or too far away. */
export function chooseInstanceLod(set: PropSet, instance: number, view: View): number {
  if (set.instanceIsHidden?.[instance] === 1) return -1;
  const fadeMax = set.fadeMaxDist[instance];
  const endMetric = fadeEndMetric(set, instance);
  if (fadeMax > 0 || endMetric > 0) {
    const { instanceBox: box } = set;
    const b = instance * 6;
    const x = (box[b] + box[b + 3]) / 2;
    const y = (box[b + 1] + box[b + 4]) / 2;
    const z = (box[b + 2] + box[b + 5]) / 2;
    if (fadeMax > 0) {
      const away = (x - view.x) ** 2 + (y - view.y) ** 2 + (z - view.z) ** 2;
      if (away > fadeMax * fadeMax) return -1;
    } else if (metricAt(view, x, y, z) >= endMetric) return -1;
  }
  const { worldFromModel } = set;
  const m = instance * 12;
  const metric = metricAt(
    view,
    worldFromModel[m + 3],
    worldFromModel[m + 7],
    worldFromModel[m + 11],
  );
  return chooseLod(set, set.instanceVariant[instance], metric);
}

/** Returns the LOD metric of a point, by depth along the view's axis, as in the engine. */
function metricAt(
  { clipFromWorld: clip, lodMetricPerInch }: View,
  x: number,
  y: number,
  z: number,
) {
  const depth = clip[3] * x + clip[7] * y + clip[11] * z + clip[15];
  return Math.max(depth, 0) * lodMetricPerInch;
}

/** @param visible instances that may be visible, in order */
export function gatherInstances(
  out: GatheredInstances,
  set: PropSet,
  batches: PropBatches,
  visible: Uint32Array,
  visibleCount: number,
  view: View,
): void {
  out.bucketCount.fill(0);
  out.drawnInstances = 0;
  for (let i = 0; i < visibleCount; i++) {
    const instance = visible[i];
    const lod = chooseInstanceLod(set, instance, view);
    if (lod < 0) continue;
    const bucket = batches.variantFirstBucket[set.instanceVariant[instance]] + lod;
    out.ids[batches.bucketFirstId[bucket] + out.bucketCount[bucket]++] = instance;
    out.drawnInstances++;
  }
  for (let row = 0; row < batches.drawCount; row++) {
    out.args[row * PROP_ARGS_WORDS + 1] = out.bucketCount[batches.bucket[row]];
  }
}
