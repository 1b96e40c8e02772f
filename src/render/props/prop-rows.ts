/** Packs props for the culling shaders: the struct `PropRow` of `shaders/common/cull/rows.wgsl`. */

import type { PropSet } from "../../map/props.ts";
import { fadeEndMetric } from "../../visibility/prop-lod.ts";
import { paddedRows } from "../chunks/chunk-rows.ts";
import { lodSpan, NO_LOD_END } from "./prop-batches.ts";

/** Byte offsets in a row. */
export const PROP_ROW = {
  mins: 0,
  instance: 12,
  maxs: 16,
  bucket: 28,
  origin: 32,
  fadeMax: 44,
  firstCluster: 48,
  clusterCount: 52,
  lodBegin: 56,
  lodEnd: 60,
  strideBytes: 64,
} as const;

const ROW_WORDS = PROP_ROW.strideBytes / 4;

/**
 * Packs rows of instances, each with one LOD. Rows that fill up a workgroup are never chosen.
 * @param bucketOf bucket of a row
 * @param lodOf LOD of a row
 */
export function packPropRows(
  set: PropSet,
  rowInstance: Uint32Array,
  bucketOf: (row: number) => number,
  lodOf: (row: number) => number,
): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(paddedRows(rowInstance.length) * ROW_WORDS);
  const floats = new Float32Array(words.buffer);
  rowInstance.forEach((instance, row) => {
    const at = row * ROW_WORDS;
    for (let axis = 0; axis < 3; axis++) {
      floats[at + PROP_ROW.mins / 4 + axis] = set.instanceBox[instance * 6 + axis];
      floats[at + PROP_ROW.maxs / 4 + axis] = set.instanceBox[instance * 6 + 3 + axis];
      floats[at + PROP_ROW.origin / 4 + axis] = set.worldFromModel[instance * 12 + axis * 4 + 3];
    }
    const fadeMax = set.fadeMaxDist[instance];
    const [begin, end] = lodSpan(set, set.instanceVariant[instance], lodOf(row));
    words[at + PROP_ROW.instance / 4] = instance;
    words[at + PROP_ROW.bucket / 4] = bucketOf(row);
    floats[at + PROP_ROW.fadeMax / 4] =
      fadeMax > 0 ? fadeMax : -fadeEndMetric(set, instance) || NO_LOD_END;
    words[at + PROP_ROW.firstCluster / 4] = set.instanceFirstCluster[instance];
    words[at + PROP_ROW.clusterCount / 4] = set.instanceClusterCount[instance];
    if (set.instanceIsHidden?.[instance] === 1) return;
    floats[at + PROP_ROW.lodBegin / 4] = begin;
    floats[at + PROP_ROW.lodEnd / 4] = end;
  });
  return words;
}
