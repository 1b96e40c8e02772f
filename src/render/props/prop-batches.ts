/**
 * Batches of the props' draws. A bucket is a LOD of a variant; all its meshes show the same
 * instances. A row is an instance in one of its variant's buckets, and a frame chooses at most one
 * row of an instance.
 *
 * Each bucket owns a region of a list of instance ids, as large as its variant has instances, and a
 * second one for the late phase.
 */

import { MAX_LODS, type PropSet } from "../../map/props.ts";
import { fadeEndMetric } from "../../visibility/prop-lod.ts";
import { type BatchKeys, firstRefractingOf } from "../chunks/chunk-batches.ts";
import { isSolid, isTranslucent } from "../materials/surface-kinds.ts";
import { propDrawKey } from "../surfaces/pipeline-key.ts";

export interface PropBatches {
  readonly bucketCount: number;
  /** Start of each bucket's run of rows, plus the end of the last run. */
  readonly bucketFirstRow: Uint32Array;
  /** Start of each bucket's region of ids. Regions of the late phase are `idCapacity` further. */
  readonly bucketFirstId: Uint32Array;
  readonly bucketLod: Uint8Array;
  /** First bucket of each variant; the LODs follow. */
  readonly variantFirstBucket: Uint32Array;
  readonly rowInstance: Uint32Array;
  readonly idCapacity: number;

  /** First draw that refracts; all later ones do too. */
  readonly firstRefracting: number;
  /**
   * Number of draws of solid passes, sorted by pipeline and textures. The next columns have a value
   * per draw.
   */
  readonly drawCount: number;
  /** Row of the draw in the set. */
  readonly draw: Uint32Array;
  readonly key: Uint32Array;
  readonly textureGroup: Uint16Array;
  readonly bucket: Uint32Array;
  /** 1 for the first draw of its bucket, which counts the bucket's instances. */
  readonly isBucketFirst: Uint8Array;

  /** Translucent meshes: a row for each instance and each mesh of each of its LODs. */
  readonly translucentInstance: Uint32Array;
  readonly translucentDraw: Uint32Array;
}

/** @param isIncluded whether an instance is ever drawn; all are by default */
export function buildPropBatches(
  set: PropSet,
  keys: BatchKeys,
  isIncluded: (instance: number) => boolean = () => true,
): PropBatches {
  const instancesOf: number[][] = Array.from({ length: set.variantCount }, () => []);
  const isFading = new Uint8Array(set.variantCount);
  for (let i = 0; i < set.instanceCount; i++) {
    if (!isIncluded(i)) continue;
    instancesOf[set.instanceVariant[i]].push(i);
    if (set.fadeMaxDist[i] > 0 || fadeEndMetric(set, i) > 0) isFading[set.instanceVariant[i]] = 1;
  }

  const variantFirstBucket = new Uint32Array(set.variantCount);
  const bucketFirstRow = [0];
  const bucketFirstId: number[] = [];
  const bucketLod: number[] = [];
  const rowInstance: number[] = [];
  for (let variant = 0; variant < set.variantCount; variant++) {
    variantFirstBucket[variant] = bucketLod.length;
    for (let lod = 0; lod < set.variantLodCount[variant]; lod++) {
      bucketFirstId.push(rowInstance.length);
      for (const instance of instancesOf[variant]) rowInstance.push(instance);
      bucketFirstRow.push(rowInstance.length);
      bucketLod.push(lod);
    }
  }

  const solid: number[] = [];
  const translucentInstance: number[] = [];
  const translucentDraw: number[] = [];
  for (let draw = 0; draw < set.drawCount; draw++) {
    // Skip draws without instances.
    if (instancesOf[set.drawVariant[draw]].length === 0) continue;
    const pass = keys.set.pass[set.drawMaterial[draw]];
    if (isSolid(pass)) solid.push(draw);
    if (!isTranslucent(pass)) continue;
    for (const instance of instancesOf[set.drawVariant[draw]]) {
      translucentInstance.push(instance);
      translucentDraw.push(draw);
    }
  }
  const keyOf = (draw: number) =>
    propDrawKey(keys.key[set.drawMaterial[draw]], isFading[set.drawVariant[draw]] !== 0);
  const groupOf = (draw: number) => keys.textureGroup[set.drawMaterial[draw]];
  solid.sort((a, b) => keyOf(a) - keyOf(b) || groupOf(a) - groupOf(b) || a - b);

  const bucket = Uint32Array.from(
    solid,
    (draw) => variantFirstBucket[set.drawVariant[draw]] + set.drawLod[draw],
  );
  const key = Uint32Array.from(solid, keyOf);
  return {
    firstRefracting: firstRefractingOf(key),
    bucketCount: bucketLod.length,
    bucketFirstRow: Uint32Array.from(bucketFirstRow),
    bucketFirstId: Uint32Array.from(bucketFirstId),
    bucketLod: Uint8Array.from(bucketLod),
    variantFirstBucket,
    rowInstance: Uint32Array.from(rowInstance),
    idCapacity: rowInstance.length,
    drawCount: solid.length,
    draw: Uint32Array.from(solid),
    key,
    textureGroup: Uint16Array.from(solid, groupOf),
    bucket,
    isBucketFirst: Uint8Array.from(bucket, (b, row) => (bucket.indexOf(b) === row ? 1 : 0)),
    translucentInstance: Uint32Array.from(translucentInstance),
    translucentDraw: Uint32Array.from(translucentDraw),
  };
}

/** End of the last LOD. */
export const NO_LOD_END = 3.4e38;

/** Returns the range of metrics for which `chooseLod` chooses a LOD; empty if it never does. */
export function lodSpan(set: PropSet, variant: number, lod: number): [begin: number, end: number] {
  const count = set.variantLodCount[variant];
  const switchPoint = (i: number) => set.variantSwitchPoint[variant * MAX_LODS + i];
  let begin = 0;
  for (let i = 1; i <= lod; i++) {
    if (switchPoint(i) < 0) return [0, 0];
    begin = Math.max(begin, switchPoint(i));
  }
  const hasNext = lod + 1 < count && switchPoint(lod + 1) >= 0;
  return [begin, hasNext ? switchPoint(lod + 1) : NO_LOD_END];
}
