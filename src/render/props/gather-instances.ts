/** The instances of each bucket, chosen on the CPU: what `shaders/cull/compact-props.wgsl` does. */

import type { PropSet } from "../../map/props.ts";
import type { View } from "../views/view.ts";
import { PROP_ARGS_WORDS, packPropArgs } from "./prop-args.ts";
import { chooseLod, type PropBatches } from "./prop-batches.ts";

/** What a frame's culling on the CPU leaves to be uploaded. */
export interface GatheredInstances {
  readonly ids: Uint32Array<ArrayBuffer>;
  /** Arguments of each draw: an indexed indirect draw's five words. */
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

/** The LOD in which an instance is drawn; -1: it is too far off. */
export function chooseInstanceLod(set: PropSet, instance: number, view: View): number {
  const fadeMax = set.fadeMaxDist[instance];
  if (fadeMax > 0) {
    const { instanceBox: box } = set;
    const b = instance * 6;
    const x = (box[b] + box[b + 3]) / 2 - view.x;
    const y = (box[b + 1] + box[b + 4]) / 2 - view.y;
    const z = (box[b + 2] + box[b + 5]) / 2 - view.z;
    if (x * x + y * y + z * z > fadeMax * fadeMax) return -1;
  }
  const { worldFromModel } = set;
  const m = instance * 12;
  const clip = view.clipFromWorld;
  // Along the view's axis, as the engine measures it.
  const depth =
    clip[3] * worldFromModel[m + 3] +
    clip[7] * worldFromModel[m + 7] +
    clip[11] * worldFromModel[m + 11] +
    clip[15];
  const metric = Math.max(depth, 0) * view.lodMetricPerInch;
  return chooseLod(set, set.instanceVariant[instance], metric);
}

/** @param visible instances that may be seen, in order */
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
